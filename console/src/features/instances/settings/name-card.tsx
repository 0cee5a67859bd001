import type { Extensions } from '@granary/contract/call.ts'
import { instanceUpdate } from '@granary/contract/generated/client.ts'
import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Bound } from '../../../app/kit/forms/bound.tsx'
import { GoneNotice, useGone } from '../../../app/kit/forms/gone.tsx'
import { useLeaveGuard } from '../../../app/kit/forms/leave-guard.tsx'
import { useSubmit } from '../../../app/kit/forms/submit.ts'
import { useEditForm } from '../../../app/kit/forms/use-edit-form.ts'
import { useOperation } from '../../../api/operate.ts'
import { showAhead } from '../../../api/show-ahead.ts'
import { Button } from '../../../ui/button.tsx'
import { DescriptionField, NameField } from '../../../ui/fields/text-field.tsx'
import { ErrorBox } from '../../../ui/overlay/side-panel.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { ReadOnly, useReadOnly } from '../../../ui/read-only.ts'
import { saidOf } from '../../../ui/toast/said.tsx'
import { updateOf } from '../update.ts'
import { instanceQuery, useInstance, useInstancePath } from '../use-instance.ts'

/** Changes the name or description of the page's instance, and navigates to its new address. */
export function NameCard({ extensions }: { extensions: Extensions }) {
  const instance = useInstance()
  const path = useInstancePath()
  const queryClient = useQueryClient()
  const updateInstance = useOperation(instanceUpdate)
  const navigate = useNavigate()
  const { id, name, description } = instance
  const form = useEditForm({ name, description })
  const { isDirty } = form.formState
  const { reset } = form
  const { errors, onSubmit, isSubmitting, isSending } = useSubmit(form, async (values) => {
    const [name, description] = [extensions.value(values.name), extensions.value(values.description)]
    const body = { ...updateOf(instance), name, description }
    const updated = await updateInstance({ path: { instance: id }, body })
    reset(values)
    const to = { project: path.project, instance: updated.name }
    showAhead(queryClient, instanceQuery(to), updated)
    saidOf('Instance', updated.name, 'updated')
    await navigate({ to: '/projects/$project/instances/$instance/settings', params: to, replace: true })
  })
  const guard = useLeaveGuard({ isDirty, isSending })
  const gone = useGone(isDirty)
  const refusal = useReadOnly()
  return (
    <ReadOnly value={gone ?? refusal}>
      <form autoComplete="off" noValidate onSubmit={(event) => void onSubmit(event)}>
        <Card
          title="Name and description"
          description={
            <>
              The host name of the guest, <span className="text-text">{instance.hostname}</span>, stays as it
              is.
            </>
          }
          footer={
            <Button type="submit" size="sm" changes loading={isSubmitting} isDisabled={!isDirty}>
              Update instance
            </Button>
          }
        >
          <div className="flex max-w-xl flex-col gap-5">
            {gone && <GoneNotice reason={gone} />}
            <ErrorBox errors={errors} />
            <Bound control={form.control} name="name" problem={(value) => nameProblem(value)}>
              {(field) => <NameField {...field} />}
            </Bound>
            <Bound control={form.control} name="description" problem={descriptionProblem}>
              {(field) => <DescriptionField {...field} />}
            </Bound>
          </div>
        </Card>
        {guard.question}
      </form>
    </ReadOnly>
  )
}
