import type { Extensions } from '@granary/contract/call.ts'
import { capacityOutlook, siloCapacityOutlook } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { optionalQuery } from '../../api/queries.ts'
import { Outlook } from './outlook.tsx'

type OutlooksProps = { extensions: Extensions }

/** The outlook of the fleet, or of one silo. */
export const FleetOutlook = ({ extensions, silo }: OutlooksProps & { silo?: string | undefined }) => (
  <Outlook
    use={{ counted: 'fleet', scope: silo }}
    outlook={useQuery(
      optionalQuery(extensions, capacityOutlook, { query: silo === undefined ? {} : { silo } }),
    )}
  />
)

/** The outlook of the user's own silo. */
export const SiloOutlook = ({ extensions }: OutlooksProps) => (
  <Outlook
    use={{ counted: 'silo', scope: undefined }}
    outlook={useQuery(optionalQuery(extensions, siloCapacityOutlook, {}))}
  />
)
