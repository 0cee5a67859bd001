import type { UseFormReturn } from 'react-hook-form'
import { Bound } from '../../../app/kit/bound.tsx'
import { Listbox } from '../../../ui/fields/listbox.tsx'
import { PLATFORM_CHOICES, PLATFORM_HINT } from '../cpu-platforms.ts'
import { AntiAffinity } from './anti-affinity.tsx'
import { UserDataField } from './user-data-field.tsx'
import type { InstanceValues } from './values.ts'

const POLICIES = [
  { value: 'default', label: 'Default' },
  { value: 'never', label: 'Never' },
  { value: 'best_effort', label: 'Best effort' },
] as const

type AdvancedFieldsProps = { form: UseFormReturn<InstanceValues>; project: string }

/** The fields of the section Advanced. */
const AdvancedFields = ({ form, project }: AdvancedFieldsProps) => (
  <>
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
  </>
)

export default AdvancedFields
