import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { Bound } from '../../app/kit/forms/bound.tsx'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { linkTo } from '../../app/paths.ts'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { RelevantDocs } from '../../ui/page/relevant-docs.tsx'
import { IdentityFields } from '../network/identity-fields.tsx'
import { toastChanged } from '../network/toast.tsx'
import type { PoolFamily, PoolKind } from './pool-kinds.ts'
import { usePoolRefusal } from './use-pool-refusal.ts'

const VERSIONS = [
  { value: 'v4' as const, label: 'v4' },
  { value: 'v6' as const, label: 'v6' },
]

type Values = { name: string; description: string; ipVersion: PoolFamily['ipVersion'] }
type CreatePanelProps = { kind: PoolKind; onCreate: (values: Values) => Promise<{ name: string }> }

/** The panel that creates a pool. Its contents and silos are added on its page. */
export function CreatePanel({ kind, onCreate }: CreatePanelProps) {
  const navigate = useNavigate()
  const form = useForm<Values>({ defaultValues: { name: '', description: '', ipVersion: 'v4' } })
  const refusal = usePoolRefusal(kind)
  const toList = (replace = false) => navigate({ ...linkTo(kind.listPath), replace })
  return (
    <FormPanel
      form={form}
      title={`Create ${kind.noun}`}
      keepsDraft
      refusal={refusal}
      onDismiss={() => void toList()}
      onSubmit={async (values) => {
        const pool = await onCreate(values)
        toastChanged(kind.title, pool.name, 'created')
        await toList(true)
      }}
    >
      <MessageBox>Users of linked silos see the name and the description.</MessageBox>
      <IdentityFields control={form.control} />
      <Bound control={form.control} name="ipVersion">
        {(field) => (
          <RadioGroup
            {...field}
            label="IP version"
            hint="You can't change the version later."
            orientation="horizontal"
            items={VERSIONS}
          />
        )}
      </Bound>
      <RelevantDocs links={kind.docs.links} />
    </FormPanel>
  )
}
