import type { RuleEffect } from '@granary/domain/reachability/rule-effects.ts'
import { neverText } from '@granary/domain/reachability/words.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { use } from 'react'
import { NotKnown } from '../../../app/kit/pages/failed.tsx'
import { readAgain } from '../../../app/kit/pages/unread.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { MessageBox } from '../../../ui/message-box.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { useVpcPath } from '../use-vpc.ts'
import { Effects } from './use-effects.ts'

/** A quiet hint beside a rule that never decides. A disabled rule has a badge already. */
export function NeverHint({ ruleId }: { ruleId: string }) {
  const never = use(Effects).get(ruleId)?.never
  if (!never || never.code === 'disabled') return null
  return (
    <Tooltip content={neverText(never)}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tooltip opens on focus too */}
      <span tabIndex={0} className="rounded">
        <Badge color="notice">Never matches</Badge>
      </span>
    </Tooltip>
  )
}

/** Most instances that the details of a rule list by name. */
const MAX_LISTED = 10

/** What a rule does today: why it never matches, or the instances that it applies to. */
export function EffectDetails({ effect, error }: { effect: RuleEffect | undefined; error: Error | null }) {
  const { project } = useVpcPath()
  const client = useQueryClient()
  if (error)
    return (
      <p>
        <NotKnown
          what="The instances that the rule applies to"
          error={error}
          onRetry={() => void readAgain(client)}
        />
      </p>
    )
  if (!effect) return null
  const { never, instances } = effect
  const rest = instances.length - MAX_LISTED
  return (
    <MessageBox variant={never && never.code !== 'disabled' ? 'notice' : 'info'}>
      {never && <p>{neverText(never)}</p>}
      <p>
        {instances.length === 0
          ? 'Applies to no instance today.'
          : `Applies to ${instances.length} ${instances.length === 1 ? 'instance' : 'instances'} today: `}
        {instances.slice(0, MAX_LISTED).map(({ id, name }, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <Link
              to="/projects/$project/instances/$instance/networking"
              params={{ project, instance: name }}
              className="text-accent underline"
            >
              {name}
            </Link>
          </span>
        ))}
        {rest > 0 && ` and ${rest} more`}
      </p>
    </MessageBox>
  )
}
