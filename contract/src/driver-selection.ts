import { z } from 'zod'
import { onFleet } from './needs.ts'
import { family, get } from './operation.ts'

const DriverSelection = z
  .object({
    driver: z.string().meta({ description: 'The driver that runs the machines' }),
    reason: z.string().meta({ description: 'Why this one, as a sentence' }),
    candidates: z
      .array(
        z
          .object({
            name: z.string().meta({ description: 'Name of the driver, as `--compute` takes it' }),
            missing: z.array(z.string()).meta({
              description:
                'What the computer lacks to run it, as sentences; empty if nothing. A command that helps is after the last colon of a sentence without a full stop.',
            }),
          })
          .meta({ id: 'DriverCandidate' }),
      )
      .meta({ description: 'The drivers that the server considered when it started' }),
  })
  .meta({ id: 'DriverSelection' })

export const driverSelection = family('hardware', {
  driverSelectionView: get('/experimental/v1/system/hardware/driver-selection', {
    summary: 'Fetch driver selection',
    description:
      'Says which driver runs the machines of the server that answers, and what its computer lacks to run the others.',
    needs: onFleet('read'),
    shows: [],
    response: DriverSelection,
  }),
})
