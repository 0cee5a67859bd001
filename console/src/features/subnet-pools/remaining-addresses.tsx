import { systemSubnetPoolUtilizationView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.ts'
import { Remaining } from '../../kinds/pool/pool-cells.tsx'

/** Shows how many addresses of a subnet pool are in no external subnet, of how many. */
export function RemainingAddresses({ pool }: { pool: string }) {
  const { data, error } = useQuery({
    ...apiQuery(systemSubnetPoolUtilizationView, { path: { pool } }),
    throwOnError: false,
  })
  return <Remaining of={data} error={error} />
}
