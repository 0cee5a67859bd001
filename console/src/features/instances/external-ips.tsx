import { instanceExternalIpList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.ts'
import { Unread } from '../../app/kit/pages/unread.tsx'
import { ListValue } from '../../ui/format/list-value.tsx'
import { ExternalAddress } from './external-address.tsx'
import { externalAddresses } from './external-addresses.ts'

type ExternalIpsProps = {
  /** Id of the instance. */
  instance: string
  /** The addresses, if the list has them. */
  known: readonly string[] | undefined
}

/** Shows the addresses by which an instance is reached from outside. Asks for them if the list lacks them. */
export const ExternalIps = ({ instance, known }: ExternalIpsProps) =>
  known ? <Addresses addresses={known} /> : <AskedIps instance={instance} />

function AskedIps({ instance }: { instance: string }) {
  const { data, error } = useQuery({
    ...apiQuery(instanceExternalIpList, { path: { instance } }),
    throwOnError: false,
  })
  if (data) return <Addresses addresses={externalAddresses(data.items)} />
  return <Unread error={error} />
}

const Addresses = ({ addresses }: { addresses: readonly string[] }) => (
  <ListValue
    title="Other external IPs"
    items={addresses.map((address, index) =>
      index === 0 ? <ExternalAddress key={address} address={address} /> : address,
    )}
  />
)
