export type Amounts = { cpus: number; memory: number; storage: number }
