import type { CallOutput, Extensions } from '@granary/contract/call.ts'
import { scimTokenUpdate } from '@granary/contract/generated/client.ts'
import { useOperation } from '../../api/operate.ts'
import FleetLimit from '../../kinds/silo/fleet-limit.tsx'
import { useSilo } from '../../kinds/silo/use-silo.ts'

type TokenLimitProps = {
  extensions: Extensions
  token: CallOutput<'scimTokenList'>[number]
  onClose: () => void
}

/** Changes the strongest fleet role of users and groups that a token can change. */
export default function TokenLimit({ extensions, token, onClose }: TokenLimitProps) {
  const { silo } = useSilo()
  const update = useOperation(extensions.call(scimTokenUpdate), { waits: true })
  return (
    <FleetLimit
      limit={token.maxFleetRole ?? null}
      onSubmit={(maxFleetRole) =>
        update({ path: { tokenId: token.id }, query: { silo: silo.name }, body: { maxFleetRole } })
      }
      onClose={onClose}
    />
  )
}
