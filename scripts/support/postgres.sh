# Read by the scripts that need a server of PostgreSQL: one for a run, with its own settings, in a temporary folder.

postgres=
postgres_folder=

# Sets `postgres_programs` to the folder of the programs of PostgreSQL.
find_postgres() {
    # Debian has them outside of the path, in a folder for each version.
    postgres_programs=$(dirname "$(readlink -f "$(
        command -v initdb || ls /usr/lib/postgresql/*/bin/initdb 2> /dev/null | sort -V | tail -n 1
    )")")
    [ -x "$postgres_programs/initdb" ]
}

# Installs PostgreSQL if it may, as root of a system with apt-get, and without a server that starts with the system.
install_postgres() {
    if find_postgres; then return; fi
    if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then return 1; fi
    mkdir -p /etc/postgresql-common
    [ -e /etc/postgresql-common/createcluster.conf ] ||
        echo "create_main_cluster = false" > /etc/postgresql-common/createcluster.conf
    apt-get update -qq &&
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql > /dev/null
}

# Starts a server that only this machine reaches, on a free port, and sets `postgres` to its URL, which stays empty if
# PostgreSQL is not installed or does not start. Arguments: further ones of the server, such as `-c fsync=off`.
start_postgres() {
    if ! find_postgres; then return; fi
    # The path of a socket must be short.
    postgres_folder=$(mktemp -d "${postgres_place:-/tmp}/oak-postgres.XXXXXX")
    postgres_user=()
    if [ "$(id -u)" = 0 ]; then
        # The server refuses to run as root.
        postgres_user=(runuser -u postgres --)
        chown postgres "$postgres_folder"
    fi
    chmod a+x "$postgres_folder"
    postgres_port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])' \
        2> /dev/null || echo $((20000 + $$ % 30000)))
    postgres_options="-p $postgres_port -c listen_addresses=127.0.0.1 -c max_connections=300 $*"
    postgres_options+=" -c unix_socket_directories='$postgres_folder'"
    # One role needs a password, so that a wrong one can be tried.
    if run_postgres initdb -D "$postgres_folder/data" -U postgres --auth=trust -E UTF8 --locale=C > /dev/null \
        && sed -i '1ihost all oak_password all scram-sha-256' "$postgres_folder/data/pg_hba.conf" \
        && run_postgres pg_ctl -D "$postgres_folder/data" -w -l "$postgres_folder/log" \
            -o "$postgres_options" start > /dev/null
    then
        postgres="postgresql://postgres@127.0.0.1:$postgres_port/postgres"
        # A command for others, which restarts the server as after a crash.
        postgres_crash="cd / && ${postgres_user[*]-} $postgres_programs/pg_ctl -D $postgres_folder/data -w -m immediate restart"
    else
        echo "PostgreSQL does not start: $(tail -n 3 "$postgres_folder/log" 2> /dev/null)" >&2
    fi
}

# Ends the server, if there is one.
stop_postgres() {
    if [ -n "$postgres" ]; then run_postgres pg_ctl -D "$postgres_folder/data" -w -m fast stop > /dev/null; fi
    rm -rf ${postgres_folder:+"$postgres_folder"}
    postgres=
    postgres_folder=
}

# Runs a program of PostgreSQL. Arguments: its name and arguments.
run_postgres() (
    program=$postgres_programs/$1
    shift
    # Where the user of the server may be as well.
    cd /
    ${postgres_user[@]+"${postgres_user[@]}"} "$program" "$@"
)
