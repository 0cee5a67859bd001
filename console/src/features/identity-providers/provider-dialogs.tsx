import type { Extensions } from '@granary/contract/call.ts'
import { samlIdentityProviderUpdate } from '@granary/contract/generated/client.ts'
import { Suspense } from 'react'
import { useOperation } from '../../api/operate.ts'
import { useSilo } from '../../kinds/silo/use-silo.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { Provider, ProviderDialog } from './actions.tsx'

const FleetLimit = lazyPart(() => import('../../kinds/silo/fleet-limit.tsx'))
const SignInRules = lazyPart(() => import('./sign-in-rules.tsx'))
const ReplaceMetadata = lazyPart(() => import('./replace-metadata.tsx'))

type ProviderDialogsProps = {
  extensions: Extensions
  open: { dialog: ProviderDialog; provider: Provider }
  onClose: () => void
}

/** The dialog that the menu of a provider opened. */
export function ProviderDialogs({ extensions, open: { dialog, provider }, onClose }: ProviderDialogsProps) {
  const { silo } = useSilo()
  const update = useOperation(extensions.call(samlIdentityProviderUpdate), { waits: true })
  const path = { provider: provider.name }
  return (
    <Suspense fallback={null}>
      {dialog === 'rules' && <SignInRules extensions={extensions} provider={provider} onClose={onClose} />}
      {dialog === 'limit' && (
        <FleetLimit
          limit={provider.maxFleetRole ?? null}
          onSubmit={(maxFleetRole) => update({ path, query: { silo: silo.name }, body: { maxFleetRole } })}
          onClose={onClose}
        />
      )}
      {dialog === 'metadata' && (
        <ReplaceMetadata extensions={extensions} provider={provider.name} onClose={onClose} />
      )}
    </Suspense>
  )
}
