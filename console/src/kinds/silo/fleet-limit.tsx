import type { FleetRole } from '@granary/domain/roles.ts'
import { useForm } from 'react-hook-form'
import { Bound } from '../../app/kit/forms/bound.tsx'
import { FormDialog } from '../../app/kit/forms/form-dialog.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'

/** A limit as a radio value; `none` is null in the API. */
type Choice = FleetRole | 'none'

const CHOICES: readonly { value: Choice; label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'viewer', label: 'Viewer' },
  { value: 'collaborator', label: 'Collaborator' },
  { value: 'admin', label: 'Admin' },
]

type FleetLimitProps = {
  limit: FleetRole | null
  /** Sends the change. */
  onSubmit: (limit: FleetRole | null) => Promise<unknown>
  onClose: () => void
}

/** Changes the strongest fleet role that an identity provider or a SCIM token can give. */
export default function FleetLimit({ limit, onSubmit, onClose }: FleetLimitProps) {
  const form = useForm<{ limit: Choice }>({ defaultValues: { limit: limit ?? 'none' } })
  return (
    <FormDialog
      form={form}
      title="Change fleet role limit"
      submitLabel="Change limit"
      fields={{ maxFleetRole: 'limit' }}
      onDismiss={onClose}
      onSubmit={async ({ limit: chosen }) => {
        await onSubmit(chosen === 'none' ? null : chosen)
        onClose()
      }}
    >
      <Bound control={form.control} name="limit">
        {(field) => (
          <RadioGroup
            {...field}
            label="Strongest fleet role"
            hint="Users and groups of this silo can't be given a stronger fleet role. Anyone who controls the identity provider can act with this role, so raise it only if you trust them."
            items={CHOICES}
          />
        )}
      </Bound>
    </FormDialog>
  )
}
