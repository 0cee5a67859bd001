import { supportBundleCreate } from '@granary/contract/generated/client.ts'
import { BUNDLE_DAYS } from '@granary/domain/support-bundles.ts'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { useExtensions } from '../../api/extensions.ts'
import { useOperation } from '../../api/operate.ts'
import { Bound } from '../../app/kit/forms/bound.tsx'
import { FormPanel } from '../../app/kit/forms/form-panel.tsx'
import { Listbox } from '../../ui/fields/listbox.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { useRefusal } from './bundle.tsx'
import { CommentField } from './comment-field.tsx'

const DAY_MS = 86_400_000

/** How many days back the logs and changes of a bundle reach. */
const PERIODS = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
] as const
type Days = (typeof PERIODS)[number]['value']

type Values = { userComment: string; days: Days }
const EMPTY: Values = { userComment: '', days: String(BUNDLE_DAYS) as Days }

/** The panel that begins a bundle. */
export function BundleCreate() {
  const create = useOperation(supportBundleCreate)
  const extensions = useExtensions()
  const navigate = useNavigate()
  const form = useForm({ defaultValues: EMPTY })
  return (
    <FormPanel
      form={form}
      title="Create support bundle"
      keepsDraft
      refusal={useRefusal()}
      onDismiss={() => void navigate({ to: '/system/support-bundles' })}
      onSubmit={async ({ userComment, days }) => {
        const since = new Date(Date.now() - Number(days) * DAY_MS).toISOString()
        const { id } = await create({
          body: {
            userComment: userComment.trim() || null,
            ...(extensions && days !== EMPTY.days && { since: extensions.value(since) }),
          },
        })
        addToast({ content: 'Support bundle is being collected' })
        await navigate({ to: '/system/support-bundles/$bundleId', params: { bundleId: id }, replace: true })
      }}
    >
      <CommentField control={form.control} />
      {extensions && (
        <Bound control={form.control} name="days">
          {(field) => <Listbox {...field} label="Logs and changes" items={PERIODS} />}
        </Bound>
      )}
      <p className="text-sm text-text-muted">
        The server collects it in the background, which takes up to a few minutes. It has no secrets and no
        content of disks.
      </p>
    </FormPanel>
  )
}
