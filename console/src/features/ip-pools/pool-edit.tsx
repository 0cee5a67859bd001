import { systemIpPoolUpdate } from '@granary/contract/generated/client.ts'
import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { useOperation } from '../../api/operate.ts'
import { Bound } from '../../app/kit/bound.tsx'
import { FormPanel } from '../../app/kit/form-panel.tsx'
import { Metadata } from '../../app/kit/metadata.tsx'
import { DescriptionField, NameField } from '../../ui/fields/text-field.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import { usePool } from './pool-query.ts'

/** The panel that edits the name and the description of a pool. */
export function PoolEdit() {
  const pool = usePool()
  const navigate = useNavigate()
  const update = useOperation(systemIpPoolUpdate)
  const form = useForm({ defaultValues: { name: pool.name, description: pool.description } })
  const toPool = (name: string, replace = false) =>
    navigate({ to: '/system/networking/ip-pools/$pool', params: { pool: name }, replace })
  return (
    <FormPanel
      form={form}
      title="Edit IP pool"
      submitLabel="Update IP pool"
      onDismiss={() => void toPool(pool.name)}
      onSubmit={async (body) => {
        const updated = await update({ path: { pool: pool.id }, body })
        addToast({
          content: (
            <>
              IP pool <Highlight>{updated.name}</Highlight> updated
            </>
          ),
        })
        // Back must not lead to a form that was sent.
        await toPool(updated.name, true)
      }}
    >
      <Metadata of={pool} />
      <MessageBox>Users of linked silos see the name and the description.</MessageBox>
      <Bound control={form.control} name="name" problem={(value) => nameProblem(value)}>
        {(field) => <NameField {...field} />}
      </Bound>
      <Bound control={form.control} name="description" problem={descriptionProblem}>
        {(field) => <DescriptionField {...field} />}
      </Bound>
    </FormPanel>
  )
}
