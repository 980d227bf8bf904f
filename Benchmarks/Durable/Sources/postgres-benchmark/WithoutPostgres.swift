#if !Postgres
    @main enum PostgresBenchmark {
        static func main() { print("This program was built without PostgreSQL.") }
    }
#endif
