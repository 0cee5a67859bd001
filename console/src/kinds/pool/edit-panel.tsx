import { useNavigate } from '@tanstack/react-router'
import { useOperation } from '../../api/operate.ts'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { Metadata } from '../../app/kit/pages/metadata.tsx'
import { useEditForm } from '../../app/kit/forms/use-edit-form.ts'
import { linkTo } from '../../app/paths.ts'
import { MessageBox } from '../../ui/message-box.tsx'
import { RelevantDocs } from '../../ui/page/relevant-docs.tsx'
import { IdentityFields } from '../network/identity-fields.tsx'
import { toastChanged } from '../network/toast.tsx'
import type { Pool, PoolKind } from './pool-kinds.ts'
import { usePoolRefusal } from './use-pool-refusal.ts'

/** The panel that edits the name and the description of a pool. */
export function EditPanel({ kind, pool }: { kind: PoolKind; pool: Pool }) {
  const navigate = useNavigate()
  const update = useOperation(kind.update)
  const form = useEditForm({ name: pool.name, description: pool.description })
  const refusal = usePoolRefusal(kind)
  const toPool = (name: string, replace = false) => navigate({ ...linkTo(kind.path(name)), replace })
  return (
    <FormPanel
      form={form}
      refusal={refusal}
      title={`Edit ${kind.noun}`}
      submitLabel={`Update ${kind.noun}`}
      onDismiss={() => void toPool(pool.name)}
      onSubmit={async (body) => {
        const updated = await update({ path: { pool: pool.id }, body })
        toastChanged(kind.title, updated.name, 'updated')
        // Back must not lead to a form that was sent.
        await toPool(updated.name, true)
      }}
    >
      <Metadata of={pool} />
      <MessageBox>Users of linked silos see the name and the description.</MessageBox>
      <IdentityFields control={form.control} />
      <RelevantDocs links={kind.docs.links} />
    </FormPanel>
  )
}
