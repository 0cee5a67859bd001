import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ExternalLink from 'lucide-react/icons/external-link'
import { useState } from 'react'
import { DOCS } from '../../app/docs.ts'
import { NotKnown } from '../../app/kit/pages/failed.tsx'
import { VpcGaps } from '../../kinds/network/network-gaps.tsx'
import { Button, buttonStyle } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Card } from '../../ui/page/card.tsx'
import { AddressText } from './external-address.tsx'
import { CommandDialog } from './serial/command-dialog.tsx'
import { InstanceKeys } from './instance-keys.tsx'
import { interfacesOf } from './parts.ts'
import { useInstance, useInstancePath } from './use-instance.ts'
import { useSshCommand } from './use-ssh-command.ts'

/** Shows how to connect to an instance: by serial console and SSH. */
export function ConnectTab() {
  const { project, instance } = useInstancePath()
  const [showCommand, setShowCommand] = useState(false)
  return (
    <>
      <Card
        title="Serial console"
        description="A terminal on the instance's first serial port. It shows the output since boot and works without a network."
        actions={
          <>
            <Button variant="secondary" size="sm" onPress={() => setShowCommand(true)}>
              CLI Command
            </Button>
            <Link
              to="/projects/$project/instances/$instance/serial-console"
              params={{ project, instance }}
              className={buttonStyle('primary', 'sm')}
            >
              Connect
            </Link>
          </>
        }
        footer={<LearnMore about="Serial Console" />}
      />
      <SshCard />
      {showCommand && <CommandDialog onClose={() => setShowCommand(false)} />}
    </>
  )
}

/** Shows the SSH command of an instance, and what keeps its address from working. */
function SshCard() {
  const { project, instance } = useInstancePath()
  const { read, user, external, address, option, command } = useSshCommand(useInstance())
  const { data, error, refetch } = read
  const { data: nics } = useQuery({ ...interfacesOf({ project, instance }), throwOnError: false })
  const primary = nics?.items.find((nic) => nic.primary)
  return (
    <Card
      title="SSH"
      description="Use one of the SSH keys that the instance was created with, and its external address."
      footer={<LearnMore about="SSH" />}
    >
      <p className="text-sm">
        <code className="rounded bg-surface-hover px-1.5 py-0.5 font-mono">
          ssh {option}
          {user ?? '[username]'}@{address ? <AddressText address={address} /> : '[external IP]'}
        </code>
        {address && <CopyButton text={command} className="ml-1 size-6 align-middle" />}
      </p>
      <InstanceKeys />
      {primary && external && <VpcGaps vpcId={primary.vpcId} addresses={[external]} />}
      {error && !data && (
        <p className="mt-2 flex flex-wrap gap-x-2 text-sm">
          <NotKnown what="External addresses" error={error} onRetry={() => void refetch()} />
        </p>
      )}
      {data && !address && (
        <p className="mt-2 text-sm text-text-muted">
          This instance has no external address to reach it by. Add one on its{' '}
          <Link
            to="/projects/$project/instances/$instance/networking"
            params={{ project, instance }}
            className="text-accent underline"
          >
            networking
          </Link>{' '}
          tab.
        </p>
      )}
    </Card>
  )
}

const LearnMore = ({ about }: { about: string }) => (
  <a
    href={DOCS.instances}
    target="_blank"
    rel="noreferrer"
    className="mr-auto inline-flex items-center gap-1.5 text-sm text-accent hover:underline"
  >
    Learn more about {about}
    <ExternalLink className="size-3.5" aria-hidden />
  </a>
)
