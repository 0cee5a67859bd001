import { supportBundleUpdate, supportBundleView } from '@granary/contract/generated/client.ts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useOperation } from '../../api/operate.ts'
import { apiQuery } from '../../api/queries.ts'
import { useView } from '../../api/use-view.ts'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { useEditForm } from '../../app/kit/forms/use-edit-form.ts'
import { addToast } from '../../ui/toast/toast-store.ts'
import { useRefusal } from './bundle.tsx'
import { CommentField } from './comment-field.tsx'

const route = getRouteApi('/authenticated/system/bundles-list/support-bundles/$bundleId/edit')

/** The panel that edits the comment of a bundle. */
export function BundleEdit() {
  const { bundleId } = route.useParams()
  const { userComment } = useView(apiQuery(supportBundleView, { path: { bundleId } }))
  const update = useOperation(supportBundleUpdate)
  const navigate = useNavigate()
  const form = useEditForm({ userComment: userComment ?? '' })
  const toList = () => navigate({ to: '/system/support-bundles' })
  return (
    <FormPanel
      form={form}
      title="Edit comment"
      submitLabel="Update comment"
      refusal={useRefusal()}
      onDismiss={() => void toList()}
      onSubmit={async (body) => {
        await update({ path: { bundleId }, body: { userComment: body.userComment.trim() || null } })
        addToast({ content: 'Comment updated' })
        await toList()
      }}
    >
      <CommentField control={form.control} />
    </FormPanel>
  )
}
