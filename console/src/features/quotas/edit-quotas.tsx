import type { CallOutput } from '@granary/contract/call.ts'
import { siloQuotasUpdate } from '@granary/contract/generated/client.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { useForm } from 'react-hook-form'
import { Bound } from '../../app/kit/forms/bound.tsx'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { useOperation } from '../../api/operate.ts'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { QUOTA_FIELDS } from '../../kinds/silo-quotas/fields.ts'

type Quotas = CallOutput<'siloUtilizationView'>['allocated']
type Values = { cpus: number | null; memory: number | null; storage: number | null }

/** A quota in bytes may not be a whole number of GiB. An unchanged field is not rounded. */
const bytesOf = (typed: number | null, before: number): number =>
  typed === Math.floor(before / GiB) ? before : (typed ?? 0) * GiB

type EditQuotasProps = { silo: string; quotas: Quotas; onClose: () => void }

/** The panel that edits a silo's quotas. */
export default function EditQuotas({ silo, quotas, onClose }: EditQuotasProps) {
  const updateQuotas = useOperation(siloQuotasUpdate, { waits: true })
  const form = useForm<Values>({
    defaultValues: {
      cpus: quotas.cpus,
      memory: Math.floor(quotas.memory / GiB),
      storage: Math.floor(quotas.storage / GiB),
    },
  })
  return (
    <FormPanel
      form={form}
      title="Edit quotas"
      submitLabel="Update Quotas"
      onDismiss={onClose}
      onSubmit={async ({ cpus, memory, storage }) => {
        await updateQuotas({
          path: { silo },
          body: {
            cpus,
            memory: bytesOf(memory, quotas.memory),
            storage: bytesOf(storage, quotas.storage),
          },
        })
        addToast({ content: 'Quotas updated' })
        onClose()
      }}
    >
      <MessageBox>
        A quota below the current usage stops nothing. The silo can't start or create anything more until it
        uses less.
      </MessageBox>
      {QUOTA_FIELDS.map(({ name, word, unit, most }) => (
        <Bound
          key={name}
          control={form.control}
          name={name}
          problem={(value) => (value === null ? `${word} is required` : null)}
        >
          {(field) => <NumberField {...field} label={`${word} (${unit})`} maxValue={most} required />}
        </Bound>
      ))}
    </FormPanel>
  )
}
