/**
 * Begins the text of a write that its transaction reads nothing of, and that fails only with the transaction. PostgreSQL gets such
 * writes together with each other, before the transaction's next statement.
 */
export const DEFERRED = '/* deferred */ '
