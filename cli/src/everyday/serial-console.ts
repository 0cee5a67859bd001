import type { Everyday } from './everyday.ts'

/** Bytes of output that show what a machine last said. */
const LAST = 16 * 1024

/** `granary instance serial-console NAME` shows the last output. */
export const serialConsole: Everyday = {
  example: 'my-instance --project my-project',
  flags: (_world, _target, given) =>
    given['from-start'] === undefined && given['most-recent'] === undefined
      ? { ...given, 'most-recent': LAST }
      : given,
}
