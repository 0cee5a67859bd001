import { instanceCreate } from '@granary/contract/generated/client.ts'
import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import MonitorIcon from 'lucide-react/icons/monitor'
import { memo, Suspense, useDeferredValue, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { FormPage, FormSection } from '../../../app/kit/forms/form-page.tsx'
import { wasPushed } from '../../../app/kit/pages/history.ts'
import { useProject } from '../../../app/route-params.ts'
import { useOperation } from '../../../api/operate.ts'
import { showAhead } from '../../../api/show-ahead.ts'
import { useExtensions } from '../../../api/extensions.ts'
import { addToast } from '../../../ui/toast/toast-store.ts'
import { Highlight } from '../../../ui/toast/toasts.tsx'
import { DocsPopover } from '../../../ui/page/docs-popover.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { Bound } from '../../../app/kit/forms/bound.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { MessageBox } from '../../../ui/message-box.tsx'
import { DescriptionField, NameField } from '../../../ui/fields/text-field.tsx'
import { TagsField } from '../../../kinds/tags/tags-field.tsx'
import { INSTANCE_DOCS } from '../docs.ts'
import { instanceQuery } from '../use-instance.ts'
import { AdditionalDisks } from './additional-disks.tsx'
import { Advanced } from './advanced.tsx'
import { bodyOf, encodeUserData, fieldsOf } from './body.ts'
import { BootDisk } from './boot-disk.tsx'
import { Hardware } from './hardware.tsx'
import { Networking } from './networking.tsx'
import { SshKeys } from './ssh-keys.tsx'
import { Summary } from './summary.tsx'
import { useBootSources } from './boot-source.tsx'
import type { FilledFrom } from './templates/start-from.ts'
import { TemplatesMenu } from './templates/templates-menu.tsx'
import { initialValues, type InstanceValues } from './values.ts'

/** The name and the description of the new instance, and whether it starts. */
const Basics = ({ form: { control } }: { form: UseFormReturn<InstanceValues> }) => (
  <FormSection>
    <Bound control={control} name="name" problem={(value) => nameProblem(value)}>
      {(field) => <NameField {...field} />}
    </Bound>
    <Bound control={control} name="description" problem={descriptionProblem}>
      {(field) => <DescriptionField {...field} />}
    </Bound>
    <TagsField control={control} />
    <Bound control={control} name="start">
      {({ value, onChange, isDisabled }) => (
        <Checkbox isSelected={value} onChange={onChange} isDisabled={isDisabled}>
          Start Instance
        </Checkbox>
      )}
    </Bound>
  </FormSection>
)

// Four lists of boot sources arrive one by one, and each renders the page again: not the sections without any.
const SteadyBasics = memo(Basics)
const SteadyHardware = memo(Hardware)
const SteadySshKeys = memo(SshKeys)
const SteadyNetworking = memo(Networking)
const SteadyAdvanced = memo(Advanced)

const LikeNotice = lazyPart(() => import('./like-notice.tsx'))
const route = getRouteApi('/authenticated/projects/$project/instances-new')

/** The page that creates an instance. The address may name an instance that the new one is like. */
export function InstanceCreate() {
  const project = useProject()
  const { like: from = '' } = route.useSearch()
  const { like, template, saves } = originOf(from)
  const extensions = useExtensions()
  const [filledFrom, setFilledFrom] = useState<FilledFrom | null>(null)
  const [isLike, setIsLike] = useState(false)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const createInstance = useOperation(instanceCreate)
  const form = useForm<InstanceValues>({ defaultValues: initialValues })
  const sources = useBootSources(project)
  // The first screen is painted before the sections below it, unless the page returns to a scroll position.
  const showsRest = useDeferredValue(true, !wasPushed())

  const create = async (values: InstanceValues) => {
    const source = sources.chosen(values)
    const userData = await encodeUserData(values)
    const instance = await createInstance({
      query: { project },
      body: bodyOf(values, source?.name, userData),
    })
    // The next page shows the instance at once, while it is being created.
    showAhead(queryClient, instanceQuery({ project, instance: instance.name }), instance)
    addToast({
      content: (
        <>
          Instance <Highlight>{instance.name}</Highlight> created
        </>
      ),
    })
    await navigate({
      to: '/projects/$project/instances/$instance/storage',
      params: { project, instance: instance.name },
    })
  }
  return (
    <FormPage
      form={form}
      title="Create instance"
      icon={<MonitorIcon />}
      actions={
        <>
          {extensions && (
            <TemplatesMenu
              extensions={extensions}
              project={project}
              form={form}
              initial={template}
              saves={saves && isLike}
              onFilled={setFilledFrom}
            />
          )}
          <DocsPopover {...INSTANCE_DOCS} />
        </>
      }
      submitLabel="Create instance"
      fields={fieldsOf}
      keepsDraft
      aside={<Summary form={form} sources={sources} />}
      onSubmit={create}
      onCancel={() => void navigate({ to: '/projects/$project/instances', params: { project } })}
    >
      {like && (
        <Suspense fallback={null}>
          <LikeNotice form={form} project={project} like={like} onFilled={() => setIsLike(true)} />
        </Suspense>
      )}
      {filledFrom && <TemplateNotice from={filledFrom} />}
      <SteadyBasics form={form} />
      <SteadyHardware form={form} />
      <BootDisk form={form} project={project} sources={sources} />
      {showsRest && (
        <>
          <AdditionalDisks form={form} project={project} sources={sources} />
          <SteadySshKeys form={form} />
          <SteadyNetworking form={form} project={project} />
          <SteadyAdvanced form={form} project={project} />
        </>
      )}
    </FormPage>
  )
}

/** Returns what a form is filled in from by its address: `web`, `save:web` to save a template like it, or `template:web`. No name has a colon. */
function originOf(from: string) {
  const [, how, name = ''] = /^(?:(save|template):)?(.*)$/.exec(from)!
  return how === 'template' ? { template: name, saves: false } : { like: name, saves: how === 'save' }
}

/** Says which template the form was filled in from, and what the form could not take. */
const TemplateNotice = ({ from: { name, missing } }: { from: FilledFrom }) => (
  <MessageBox variant={missing.length > 0 ? 'notice' : 'info'}>
    Filled in from the template <Highlight>{name}</Highlight>. It gets your own SSH keys.
    {missing.length > 0 && ` Not filled in: ${new Intl.ListFormat('en').format(missing)}.`}
  </MessageBox>
)
