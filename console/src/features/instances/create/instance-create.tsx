import { instanceCreate } from '@granary/contract/generated/client.ts'
import { descriptionProblem, nameProblem } from '@granary/domain/names.ts'
import { KiB, MAX_USER_DATA } from '@granary/domain/sizes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import MonitorIcon from 'lucide-react/icons/monitor'
import { useForm } from 'react-hook-form'
import { request } from '../../../api/request.ts'
import { Bound } from '../../../app/kit/bound.tsx'
import { FormPage, FormSection } from '../../../app/kit/form-page.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { FileField } from '../../../ui/fields/file-field.tsx'
import { DescriptionField, NameField } from '../../../ui/fields/text-field.tsx'
import { addToast } from '../../../ui/toast/toast-store.ts'
import { Highlight } from '../../../ui/toast/toasts.tsx'
import { useImages } from '../../disks/use-sources.ts'
import { AdditionalDisks } from './additional-disks.tsx'
import { BootDisk } from './boot-disk.tsx'
import { Hardware } from './hardware.tsx'
import { Networking } from './networking.tsx'
import { SshKeys } from './ssh-keys.tsx'
import { bodyOf, initialValues, type InstanceValues } from './values.ts'

/** The page that makes an instance. */
export function InstanceCreate() {
  const { project } = useParams({ strict: false }) as { project: string }
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useForm<InstanceValues>({ defaultValues: initialValues })
  const { control } = form
  const images = useImages(project)

  const create = async (values: InstanceValues) => {
    const imageId = values.bootSource === 'silo' ? values.siloImage : values.projectImage
    const image = images?.find((one) => one.id === imageId)
    const userData = values.userData ? await base64(values.userData) : ''
    const instance = await request(instanceCreate, {
      query: { project },
      body: bodyOf(values, image?.name, userData),
    })
    // The page that comes next shows it at once, still being created.
    queryClient.setQueryData(
      ['instanceView', { path: { instance: instance.name }, query: { project } }],
      instance,
    )
    void queryClient.invalidateQueries({ queryKey: ['instanceList'] })
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
      ignoreBlocker: true,
    })
  }
  return (
    <FormPage
      form={form}
      title="Create instance"
      icon={<MonitorIcon />}
      submitLabel="Create instance"
      onSubmit={create}
      onCancel={() =>
        void navigate({ to: '/projects/$project/instances', params: { project }, ignoreBlocker: true })
      }
    >
      <FormSection>
        <Bound control={control} name="name" problem={(value) => nameProblem(value)}>
          {(field) => <NameField {...field} />}
        </Bound>
        <Bound control={control} name="description" problem={descriptionProblem}>
          {(field) => <DescriptionField {...field} />}
        </Bound>
        <Bound control={control} name="start">
          {({ value, onChange, isDisabled }) => (
            <Checkbox isSelected={value} onChange={onChange} isDisabled={isDisabled}>
              Start Instance
            </Checkbox>
          )}
        </Bound>
      </FormSection>
      <Hardware form={form} />
      <BootDisk form={form} project={project} />
      <AdditionalDisks form={form} project={project} />
      <SshKeys form={form} />
      <Networking form={form} project={project} />
      <FormSection title="Advanced">
        <Bound control={control} name="userData" problem={userDataProblem}>
          {(field) => (
            <FileField
              {...field}
              label="User Data"
              optional
              hint={`Read by cloud-init when the instance starts for the first time; at most ${MAX_USER_DATA / KiB} KiB.`}
            />
          )}
        </Bound>
      </FormSection>
    </FormPage>
  )
}

const userDataProblem = (file: File | null): string | null =>
  file && file.size > MAX_USER_DATA ? `Can be at most ${MAX_USER_DATA / KiB} KiB` : null

async function base64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
