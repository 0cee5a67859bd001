import { readFileSync } from 'node:fs'

/** Milliseconds per tick of the kernel's counters. */
const TICK = 10

/** Returns the processor time that a process has used; milliseconds. Others on the machine hardly change it. */
export function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK
}
