import { defaultUser } from '@granary/domain/image-users.ts'
import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { Button } from '../../ui/button.tsx'
import { useCopy } from '../../ui/copy-button.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { externalAddresses } from './external-addresses.ts'
import { useBootSource } from './use-boot-source.ts'
import { externalIpsOf } from './parts.ts'
import { type Instance, useInstancePath } from './use-instance.ts'

const NO_ADDRESS = 'The instance has no external address'
const NOT_LOADED = 'Its external addresses could not be loaded'
const LOADING = 'Loading its external addresses'

/** Copies a complete SSH command: the first external address, and the default user of the image where it is known. */
export function SshButton({ instance }: { instance: Instance }) {
  const { data, error } = useQuery({
    ...externalIpsOf(useInstancePath()),
    throwOnError: false,
  })
  const source = useBootSource(instance)
  const user = source.kind === 'image' ? defaultUser(source.image.os) : null
  const [address] = externalAddresses(data?.items ?? [])
  const command = `ssh ${user ? `${user}@` : ''}${address}`
  const { copied, copy } = useCopy(command)
  return (
    <Tooltip content={address ? `Copy: ${command}` : undefined} side="bottom">
      <Button
        variant="secondary"
        size="sm"
        icon={copied && <Check className="size-3.5 text-positive" aria-hidden />}
        onPress={copy}
        disabledReason={address ? undefined : data ? NO_ADDRESS : error ? NOT_LOADED : LOADING}
      >
        {copied ? 'Copied' : 'SSH'}
      </Button>
    </Tooltip>
  )
}
