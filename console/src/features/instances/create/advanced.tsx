import { antiAffinityGroupList } from '@granary/contract/generated/client.ts'
import { MAX_GROUP_MEMBERS, MAX_GROUPS_PER_INSTANCE } from '@granary/domain/affinity.ts'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useQuery } from '@tanstack/react-query'
import { FormSection } from '../../../app/kit/forms/form-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { Bound } from '../../../app/kit/forms/bound.tsx'
import { Listbox } from '../../../ui/fields/listbox.tsx'
import { allQuery } from '../../../api/queries.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { FieldError } from '../../../ui/fields/field.tsx'
import { Tip } from '../../../ui/tooltip.tsx'
import { POLICY_HINTS, PolicyBadge } from '../../../kinds/affinity-group/policy.tsx'
import { PLATFORM_CHOICES, PLATFORM_HINT } from '../cpu-platforms.ts'
import { initialValues, type InstanceValues } from './values.ts'
import { UserDataField } from './user-data/user-data-field.tsx'

const FIELDS = [
  'userDataFrom',
  'userDataText',
  'userDataFile',
  'groups',
  'autoRestart',
  'cpuPlatform',
] as const satisfies (keyof InstanceValues)[]

/** Whether a value differs from that of a new form. */
const isChanged = (value: InstanceValues[(typeof FIELDS)[number]], at: number): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== initialValues[FIELDS[at]!]

type AdvancedProps = { form: UseFormReturn<InstanceValues>; project: string }

/**
 * Optional settings that most instances don't need. They are folded until the user asks for them or a restored draft
 * has some.
 */
export function Advanced({ form, project }: AdvancedProps) {
  const [isOpen, setOpen] = useState(false)
  const values = useWatch({ control: form.control, name: FIELDS })
  if (!isOpen && !values.some(isChanged))
    return (
      <FormSection
        title="Advanced"
        description="User data for cloud-init, anti-affinity groups, auto-restart and CPU platform."
      >
        <div>
          <Button variant="secondary" size="sm" onPress={() => setOpen(true)}>
            Show advanced settings
          </Button>
        </div>
      </FormSection>
    )
  return <AdvancedFields form={form} project={project} />
}

const POLICIES = [
  { value: 'default', label: 'Default' },
  { value: 'never', label: 'Never' },
  { value: 'best_effort', label: 'Best effort' },
] as const

/** The fields of the section Advanced. */
const AdvancedFields = ({ form, project }: AdvancedProps) => (
  <FormSection title="Advanced">
    <UserDataField form={form} />
    <AntiAffinity form={form} project={project} />
    <Bound control={form.control} name="autoRestart">
      {(field) => (
        <Listbox
          {...field}
          label="Auto-restart policy"
          hint="Whether the instance restarts automatically when it fails. The default is currently best effort and may change."
          items={POLICIES}
        />
      )}
    </Bound>
    <Bound control={form.control} name="cpuPlatform">
      {(field) => <Listbox {...field} label="CPU platform" hint={PLATFORM_HINT} items={PLATFORM_CHOICES} />}
    </Bound>
  </FormSection>
)

/** The anti-affinity groups of the new instance. It joins them on creation, before a sled is chosen. */
function AntiAffinity({ form, project }: AdvancedProps) {
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
