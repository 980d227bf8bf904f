# Read by scripts/benchmark: a server of PostgreSQL for one run, with its own settings, which only this user can reach.

postgres=
postgres_folder=
postgres_socket=

# Starts a server, and sets `postgres` to its URL, which stays empty if PostgreSQL is not installed or does not start.
# Argument: the folder that gets a folder with its data.
start_postgres() {
    local initdb
    # Debian has it outside of the path, in a folder for each version.
    initdb=$(command -v initdb || ls /usr/lib/postgresql/*/bin/initdb 2> /dev/null | sort -V | tail -n 1) || true
    if [ -z "$initdb" ]; then return; fi
    postgres_programs=$(dirname "$(readlink -f "$initdb")")
    postgres_folder=$PWD/$1/postgres
    # The path of a socket must be short.
    postgres_socket=$(mktemp -d)
    mkdir "$postgres_folder"
    postgres_user=()
    if [ "$(id -u)" = 0 ]; then
        # The server refuses to run as root.
        postgres_user=(runuser -u postgres --)
        chmod a+x "$1"
        chown postgres "$postgres_folder" "$postgres_socket"
    fi
    if run_postgres initdb -D "$postgres_folder" -U postgres --auth=trust > /dev/null \
        && run_postgres pg_ctl -D "$postgres_folder" -w -l "$postgres_folder/log" \
            -o "-c listen_addresses='' -c unix_socket_directories='$postgres_socket'" start > /dev/null
    then
        postgres="postgresql://postgres@/postgres?host=$postgres_socket"
    else
        echo "PostgreSQL does not start" >&2
    fi
}

# Ends the server, if there is one.
stop_postgres() {
    if [ -n "$postgres" ]; then run_postgres pg_ctl -D "$postgres_folder" -w -m fast stop > /dev/null; fi
    rm -rf ${postgres_folder:+"$postgres_folder"} ${postgres_socket:+"$postgres_socket"}
    postgres=
}

# Runs a program of PostgreSQL. Arguments: its name and arguments.
run_postgres() (
    program=$postgres_programs/$1
    shift
    # Where the user of the server may be as well.
    cd /
    ${postgres_user[@]+"${postgres_user[@]}"} "$program" "$@"
)
