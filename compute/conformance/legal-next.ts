import type { MachineState } from '../src/machine.ts'

/** The states that may follow each state. A machine's first state may be any that a start can begin with. */
export const LEGAL_NEXT: Record<MachineState, MachineState[]> = {
  starting: ['running', 'stopping', 'rebooting', 'failed'],
  running: ['stopping', 'rebooting', 'migrating', 'repairing', 'failed'],
  stopping: ['stopped', 'failed'],
  stopped: ['starting'],
  rebooting: ['running', 'stopping', 'rebooting', 'failed'],
  migrating: ['running', 'stopping', 'rebooting', 'failed'],
  repairing: ['running', 'stopping', 'rebooting', 'failed'],
  failed: ['starting', 'stopped'],
}
