import { MessageBox } from '../../../ui/message-box.tsx'

/** Explains which VPC the project lacks for its instances to have a network. */
export function VpcNotice({ vpcs }: { vpcs: { name: string }[] | undefined }) {
  if (!vpcs || vpcs.some(({ name }) => name === 'default')) return null
  return (
    <MessageBox variant="notice">
      {vpcs.length > 0
        ? 'The default network interface needs a VPC named default, which this project does not have. Add a custom one.'
        : 'A VPC is required to add network interfaces, and this project has none.'}
    </MessageBox>
  )
}
