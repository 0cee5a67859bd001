import type { CallOutput } from '@granary/contract/call.ts'
import { computeView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useExtensions } from '../../api/extensions.ts'
import { optionalQuery } from '../../api/queries.ts'

/** Returns what the driver can do, once it is known; undefined on a server that doesn't tell. It changes only when the server restarts. */
export function useCompute(): CallOutput<'computeView'> | undefined {
  return useQuery({ ...optionalQuery(useExtensions(), computeView, {}), staleTime: Infinity }).data
}
