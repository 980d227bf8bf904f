# Read by scripts that measure their stages, for the table with which .ci/run ends.
#
# `stage NAME COMMAND …` runs a command and adds a line to the file OAK_STAGES, if that is set: wall and processor seconds
# of the command and of the processes that it has awaited. Its status is that of the command.
stage() {
    local name=$1 status=0 seconds TIMEFORMAT='%R %U %S'
    shift
    seconds=$(mktemp)
    { time "$@" 2>&3; } 3>&2 2> "$seconds" || status=$?
    if [ -n "${OAK_STAGES:-}" ]; then echo "$name $(tail -n 1 "$seconds")" >> "$OAK_STAGES"; fi
    rm -f "$seconds"
    return "$status"
}

# Prints the table.
print_stages() {
    awk '
        function row(name, wall, processor) { printf "%-28s %8.0f %8.0f\n", name, wall, processor }
        BEGIN { printf "%-28s %8s %8s\n", "Stage", "wall s", "CPU s" }
        {
            row($1, $2, $3 + $4)
            wall += $2
            processor += $3 + $4
        }
        END { row("all", wall, processor) }
    ' "$OAK_STAGES"
}
