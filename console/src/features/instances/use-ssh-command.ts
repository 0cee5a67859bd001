import { vpcGaps } from '@granary/contract/generated/client.ts'
import { defaultUser } from '@granary/domain/image-users.ts'
import { useQuery } from '@tanstack/react-query'
import { useExtensions } from '../../api/extensions.ts'
import { optionalQuery } from '../../api/queries.ts'
import { externalAddresses } from './external-addresses.ts'
import { externalIpsOf, interfacesOf } from './parts.ts'
import { useBootSource } from './use-boot-source.ts'
import { type Instance, useInstancePath } from './use-instance.ts'

/**
 * Returns the SSH command of an instance and its parts: the default user of its image, null where that is not known; its first external
 * address; and where SSH reaches that, with the option of a port of its own. Both are undefined while there is no external address.
 */
export function useSshCommand(instance: Instance) {
  const read = useQuery({ ...externalIpsOf(useInstancePath()), throwOnError: false })
  const source = useBootSource(instance)
  const user = source.kind === 'image' ? defaultUser(source.image.os) : null
  const [external] = externalAddresses(read.data?.items ?? [])
  const { address, port } = useWayIn(external)
  const option = port === SSH ? '' : `-p ${port} `
  const command = `ssh ${option}${user ? `${user}@` : ''}${address ?? ''}`
  return { read, user, external, address, option, command }
}

const SSH = 22

/** Returns where SSH reaches an external address: on a host without a network of external addresses, at a port of its own. */
function useWayIn(external: string | undefined): { address: string | undefined; port: number } {
  const nics = useQuery({ ...interfacesOf(useInstancePath()), throwOnError: false })
  const vpc = nics.data?.items.find((nic) => nic.primary)?.vpcId
  const query = optionalQuery(useExtensions(), vpcGaps, { path: { vpc: vpc ?? '' } })
  const gaps = useQuery({ ...query, ...(!(vpc && external) && { enabled: false }) })
  const forwarded = gaps.data?.items.find(({ subject }) => subject === external)?.forwarded
  const port = forwarded?.ports.find(({ guest }) => guest === SSH)?.host
  return forwarded && port !== undefined
    ? { address: forwarded.address, port }
    : { address: external, port: SSH }
}
