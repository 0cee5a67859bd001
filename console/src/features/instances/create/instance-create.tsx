import { instanceCreate } from '@granary/contract/generated/client.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import MonitorIcon from 'lucide-react/icons/monitor'
import { memo, useDeferredValue } from 'react'
import { useForm } from 'react-hook-form'
import { FormPage } from '../../../app/kit/form-page.tsx'
import { wasPushed } from '../../../app/kit/history.ts'
import { useProject } from '../../../app/route-params.ts'
import { useOperation } from '../../../api/operate.ts'
import { showAhead } from '../../../api/show-ahead.ts'
import { addToast } from '../../../ui/toast/toast-store.ts'
import { Highlight } from '../../../ui/toast/toasts.tsx'
import { DocsPopover } from '../../../ui/page/docs-popover.tsx'
import { INSTANCE_DOCS } from '../docs.ts'
import { instanceQuery } from '../use-instance.ts'
import { AdditionalDisks } from './additional-disks.tsx'
import { Advanced } from './advanced.tsx'
import { Basics } from './basics.tsx'
import { bodyOf } from './body.ts'
import { BootDisk } from './boot-disk.tsx'
import { fieldsOf } from './fields-of.ts'
import { Hardware } from './hardware.tsx'
import { Networking } from './networking.tsx'
import { SshKeys } from './ssh-keys.tsx'
import { Summary } from './summary.tsx'
import { useBootSources } from './use-boot-sources.ts'
import { encodeUserData } from './user-data.ts'
import { initialValues, type InstanceValues } from './values.ts'

// Four lists of boot sources arrive one by one, and each renders the page again: not the sections without any.
const SteadyBasics = memo(Basics)
const SteadyHardware = memo(Hardware)
const SteadySshKeys = memo(SshKeys)
const SteadyNetworking = memo(Networking)
const SteadyAdvanced = memo(Advanced)

/** The page that creates an instance. */
export function InstanceCreate() {
  const project = useProject()
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
    // The next page shows the instance at once, in the state creating.
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
      actions={<DocsPopover {...INSTANCE_DOCS} />}
      submitLabel="Create instance"
      fields={fieldsOf}
      keepsDraft
      aside={<Summary form={form} sources={sources} />}
      onSubmit={create}
      onCancel={() => void navigate({ to: '/projects/$project/instances', params: { project } })}
    >
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
