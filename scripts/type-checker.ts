/**
 * The environment of the type checker and of the lint that uses it, which are written in Go. Several threads of one process
 * each check the types that they share, which takes three times the work. A rarer garbage collection takes a quarter of
 * the CPU less, for a tenth more memory.
 */
export const ONE_THREAD = { GOMAXPROCS: '1', GOGC: '400' }
