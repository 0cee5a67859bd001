import { z } from 'zod'
import { extra } from './extension.ts'
import { on } from './needs.ts'
import { family, get } from './operation.ts'
import { inProject } from './scalars.ts'

export const InstanceSerialConsoleData = z
  .object({
    data: z.array(z.int().min(0).max(255)).meta({ description: 'The output, a number for each byte' }),
    firstByteOffset: extra(
      z.int().min(0).meta({ description: 'Offset of the first byte here, since the machine started' }),
    ),
    lastByteOffset: z
      .int()
      .min(0)
      .meta({ description: 'Offset of the byte after the last one here, since the machine started' }),
  })
  .meta({ id: 'InstanceSerialConsoleData' })

const u64 = z.int().min(0)

export const instanceConsoles = family('instances', {
  instanceSerialConsole: get('/v1/instances/{instance}/serial-console', {
    summary: 'Fetch serial console history of an instance',
    description:
      'Returns output since the last boot, from its start or from its end. Give exactly one of `from_start` and `most_recent`.',
    needs: on('instance', 'read'),
    shows: [],
    query: {
      ...inProject,
      fromStart: u64.optional().meta({ description: 'Offset of the first byte, since the machine started' }),
      mostRecent: u64.optional().meta({ description: 'How many bytes before the end to begin' }),
      maxBytes: u64.optional().meta({ description: 'Most bytes to return; 16 KiB unless given' }),
    },
    response: InstanceSerialConsoleData,
  }),
  instanceSerialConsoleStream: get('/v1/instances/{instance}/serial-console/stream', {
    summary: 'Connect to the serial console of an instance (websocket)',
    description:
      'Open it as a websocket. It sends the output of the console, and what you send is typed into it.',
    meaning: 'change',
    needs: on('instance', 'modify_contents'),
    shows: [],
    query: {
      ...inProject,
      mostRecent: u64.optional().meta({ description: 'How many bytes before the end to begin' }),
    },
    kind: 'stream',
    status: 101,
  }),
})
