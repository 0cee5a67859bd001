import { instanceExternalIpList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.ts'
import { ListValue } from '../../ui/format/list-value.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { ExternalAddress } from './external-address.tsx'
import { externalAddresses } from './external-addresses.ts'

type ExternalIpsProps = {
  /** Id of the instance. */
  instance: string
  /** The addresses, if the list has them. */
  known: readonly string[] | undefined
}

/** Shows the addresses by which an instance is reached from outside. Asks for them if the list lacks them. */
export function ExternalIps({ instance, known }: ExternalIpsProps) {
  const { data, error } = useQuery({
    ...apiQuery(instanceExternalIpList, { path: { instance } }),
    enabled: known === undefined,
    throwOnError: false,
  })
  const addresses = known ?? (data && externalAddresses(data.items))
  if (!addresses) return error ? <Missing /> : <Skeleton className="h-3 w-20" />
  return (
    <ListValue
      title="Other external IPs"
      items={addresses.map((address, index) =>
        index === 0 ? <ExternalAddress key={address} address={address} /> : address,
      )}
    />
  )
}
