import { antiAffinityGroupList } from '@granary/contract/generated/client.ts'
import { MAX_GROUP_MEMBERS, MAX_GROUPS_PER_INSTANCE } from '@granary/domain/affinity.ts'
import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { allQuery } from '../../../api/queries.ts'
import { Bound } from '../../../app/kit/bound.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { FieldError } from '../../../ui/fields/field.tsx'
import { Tip } from '../../../ui/tooltip.tsx'
import { POLICY_HINTS, PolicyBadge } from '../../../kinds/affinity-group/policy.tsx'
import type { InstanceValues } from './values.ts'

type AntiAffinityProps = { form: UseFormReturn<InstanceValues>; project: string }

/** The anti-affinity groups of the new instance. It joins them on creation, before a sled is chosen. */
export function AntiAffinity({ form, project }: AntiAffinityProps) {
  const groups = useQuery({
    ...allQuery(antiAffinityGroupList, { query: { project } }),
    throwOnError: false,
  }).data
  return (
    <Bound control={form.control} name="groups" problem={tooMany}>
      {({ value, onChange, error, isDisabled, ref }) => (
        <fieldset ref={ref} tabIndex={-1} className="flex flex-col gap-2">
          <legend className="mb-1 flex items-center gap-1.5 font-medium">
            Anti-affinity groups <Tip>{POLICY_HINTS['anti-affinity']}</Tip>
          </legend>
          {groups?.length === 0 && (
            <p className="text-sm text-text-muted">This project has no anti-affinity groups.</p>
          )}
          {/* A long list of groups scrolls by itself. */}
          <div className="flex max-h-64 flex-col gap-2 overflow-y-auto p-0.5">
            {(groups ?? []).map(({ id, name, policy, memberCount }) => {
              const isFull = (memberCount ?? 0) >= MAX_GROUP_MEMBERS
              return (
                <Checkbox
                  key={id}
                  isSelected={value.includes(id)}
                  isDisabled={isDisabled || (isFull && !value.includes(id))}
                  hint={isFull && `The group already has its maximum of ${MAX_GROUP_MEMBERS} members`}
                  onChange={(selected) =>
                    onChange(selected ? [...value, id] : value.filter((one) => one !== id))
                  }
                >
                  {name} <PolicyBadge policy={policy} />
                </Checkbox>
              )
            })}
          </div>
          <FieldError id="groups-error" error={error} />
        </fieldset>
      )}
    </Bound>
  )
}

const tooMany = (groups: string[]): string | null =>
  groups.length > MAX_GROUPS_PER_INSTANCE
    ? `An instance can be in at most ${MAX_GROUPS_PER_INSTANCE} anti-affinity groups`
    : null
