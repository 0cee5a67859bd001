import { Link } from '@tanstack/react-router'
import { MessageBox } from '../../../ui/message-box.tsx'

type MissingPlaceProps = {
  project: string
  /** The chosen VPC. */
  vpc: string | null
  vpcs: readonly unknown[] | undefined
  /** The subnets of the chosen VPC. */
  subnets: readonly unknown[] | undefined
}

/** Says what a project lacks for a network interface, and links to the form that creates it. */
export function MissingPlace({ project, vpc, vpcs, subnets }: MissingPlaceProps) {
  if (vpcs?.length === 0)
    return (
      <MessageBox variant="notice">
        This project has no VPC.{' '}
        <Link to="/projects/$project/vpcs-new" params={{ project }} className={LINK}>
          Create a VPC
        </Link>{' '}
        to add a network interface.
      </MessageBox>
    )
  if (vpc === null || subnets?.length !== 0) return null
  return (
    <MessageBox variant="notice">
      The VPC {vpc} has no subnet.{' '}
      <Link to="/projects/$project/vpcs/$vpc/subnets-new" params={{ project, vpc }} className={LINK}>
        Create a VPC subnet
      </Link>{' '}
      to add a network interface in it.
    </MessageBox>
  )
}

const LINK = 'text-accent hover:underline'
