import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { DriverLog } from '@granary/compute/host.ts'

/** Returns the words before the command of a machine that limit its memory and threads. @param memory of its guest; bytes. */
export type Confine = (machineId: string, memory: number) => string[]

/** Memory of QEMU itself, with its buffers and translated code; bytes. */
const OVERHEAD = 768 * 1024 ** 2
/** QEMU has a thread for each processor and up to 64 for disks. */
export const MAX_THREADS = 1_024
const PROBE_TIMEOUT_MS = 5_000

/**
 * Finds out whether systemd runs here. It gives each machine a scope: a control group with limits, which does not end with the
 * service of the server. In a container without systemd, the limits of the container hold.
 * @param program tests pass another one.
 */
export async function openConfinement(log: DriverLog, program = 'systemd-run'): Promise<Confine> {
  const scope = [program, ...(process.getuid?.() === 0 ? [] : ['--user']), '--scope', '--quiet', '--collect']
  try {
    await promisify(execFile)(scope[0]!, [...scope.slice(1), 'true'], { timeout: PROBE_TIMEOUT_MS })
  } catch (error) {
    log('info', 'machines have no control groups of their own, because systemd does not answer', {
      reason: (error as Error).message.trim(),
    })
    return () => []
  }
  return (machineId, memory) => [
    ...scope,
    // A name may be used only once at a time, and the last scope of a machine may be about to end.
    `--unit=granary-machine-${machineId}-${crypto.randomUUID().slice(0, 8)}`,
    `--property=MemoryMax=${memory + OVERHEAD}`,
    `--property=TasksMax=${MAX_THREADS}`,
    '--',
  ]
}
