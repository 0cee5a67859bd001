import type { MachineState } from '../src/machine.ts'

/** Valid successors of each state. A machine's first state can be any first state of a start. */
export const LEGAL_TRANSITIONS: Record<MachineState, MachineState[]> = {
  starting: ['running', 'stopping', 'rebooting', 'failed'],
  running: ['stopping', 'rebooting', 'migrating', 'repairing', 'failed'],
  stopping: ['stopped', 'failed'],
  stopped: ['starting'],
  rebooting: ['running', 'stopping', 'rebooting', 'failed'],
  migrating: ['running', 'stopping', 'rebooting', 'failed'],
  repairing: ['running', 'stopping', 'rebooting', 'failed'],
  failed: ['starting', 'stopped'],
}
