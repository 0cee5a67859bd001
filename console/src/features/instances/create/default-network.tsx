import type { ItemOf } from '@granary/contract/call.ts'
import { Link } from '@tanstack/react-router'
import { MessageBox } from '../../../ui/message-box.tsx'
import { useSubnets, useVpcs } from '../networking/use-places.ts'
import type { NetworkMode } from './values.ts'

type Named = Pick<ItemOf<'vpcList'>, 'name'>
export type DefaultNetwork = {
  vpcs: readonly Named[] | undefined
  /** What the default interface needs and the project does not have; null while that is not known. */
  lacks: 'vpc' | 'subnet' | null
  /** The choice to offer; undefined until it is known. */
  mode: NetworkMode | undefined
}

/** Whether an instance of the project can have the default network interface, which is in the subnet `default` of a VPC `default`. */
export function useDefaultNetwork(project: string): DefaultNetwork {
  const vpcs = useVpcs(project).data
  const hasVpc = vpcs?.some(isDefault) ?? false
  const subnets = useSubnets(project, hasVpc ? 'default' : null).data
  return defaultNetwork(vpcs, subnets)
}

/** Decides what to offer from the VPCs of a project and the subnets of its default VPC. */
export function defaultNetwork(
  vpcs: readonly Named[] | undefined,
  subnets: readonly Named[] | undefined,
): DefaultNetwork {
  if (!vpcs) return { vpcs, lacks: null, mode: undefined }
  if (!vpcs.some(isDefault)) return { vpcs, lacks: 'vpc', mode: vpcs.length > 0 ? 'custom' : 'none' }
  if (!subnets) return { vpcs, lacks: null, mode: undefined }
  if (subnets.some(isDefault)) return { vpcs, lacks: null, mode: 'default' }
  return { vpcs, lacks: 'subnet', mode: subnets.length > 0 || vpcs.length > 1 ? 'custom' : 'none' }
}

const isDefault = ({ name }: Named): boolean => name === 'default'

type NetworkNoticeProps = { project: string; network: DefaultNetwork }

/** Explains what the project lacks for the default network interface of an instance, and how to get it. */
export function NetworkNotice({ project, network: { lacks, vpcs } }: NetworkNoticeProps) {
  if (lacks === null) return null
  return (
    <MessageBox variant="notice">
      {lacks === 'vpc' && vpcs?.length === 0 && (
        <>
          This project has no VPC, so its instances can&apos;t have a network interface.{' '}
          <Link to="/projects/$project/vpcs-new" params={{ project }} className={LINK}>
            Create a VPC
          </Link>{' '}
          first, or create the instance without a network.
        </>
      )}
      {lacks === 'vpc' &&
        vpcs?.length !== 0 &&
        'The default network interface needs a VPC named default, which this project does not have. Add a custom one.'}
      {lacks === 'subnet' && (
        <>
          The default network interface needs a subnet named default in the VPC default.{' '}
          <Link
            to="/projects/$project/vpcs/$vpc/subnets-new"
            params={{ project, vpc: 'default' }}
            className={LINK}
          >
            Create a VPC subnet
          </Link>{' '}
          or add a custom interface.
        </>
      )}
    </MessageBox>
  )
}

const LINK = 'text-accent hover:underline'
