import Check from 'lucide-react/icons/check'
import { Button } from '../../ui/button.tsx'
import { useCopy } from '../../ui/copy-button.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import type { Instance } from './use-instance.ts'
import { useSshCommand } from './use-ssh-command.ts'

const NO_ADDRESS = 'The instance has no external address'
const NOT_LOADED = 'Its external addresses could not be loaded'
const LOADING = 'Loading its external addresses'

/** Copies a complete SSH command: the first external address, and the default user of the image where it is known. */
export function SshButton({ instance }: { instance: Instance }) {
  const { read, address, command } = useSshCommand(instance)
  const { copied, copy } = useCopy(command)
  return (
    <Tooltip content={address ? `Copy: ${command}` : undefined} side="bottom">
      <Button
        variant="secondary"
        size="sm"
        icon={copied && <Check className="size-3.5 text-positive" aria-hidden />}
        onPress={copy}
        disabledReason={address ? undefined : read.data ? NO_ADDRESS : read.error ? NOT_LOADED : LOADING}
      >
        {copied ? 'Copied' : 'SSH'}
      </Button>
    </Tooltip>
  )
}
