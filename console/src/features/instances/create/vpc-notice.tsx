import { useRouter } from '@tanstack/react-router'
import { MessageBox } from '../../../ui/message-box.tsx'

const CREATE = '/projects/$project/vpcs-new'

/** Says what the project lacks for its instances to have a network, and where to make it. */
export function VpcNotice({ project, vpcs }: { project: string; vpcs: { name: string }[] | undefined }) {
  const router = useRouter()
  if (!vpcs || vpcs.some(({ name }) => name === 'default')) return null
  if (vpcs.length > 0)
    return (
      <MessageBox variant="notice">
        The default network interface is for a VPC that is named default, which this project does not have.
        Add a custom one.
      </MessageBox>
    )
  return (
    <MessageBox variant="notice">
      A VPC is required to add network interfaces, and this project has none.{' '}
      {CREATE in router.routesByPath && (
        <a href={CREATE.replace('$project', encodeURIComponent(project))} className="text-accent underline">
          Create a VPC
        </a>
      )}
    </MessageBox>
  )
}
