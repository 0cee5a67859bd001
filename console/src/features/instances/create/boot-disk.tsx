import { isUuid, nameProblem } from '@granary/domain/names.ts'
import { imageView } from '@granary/contract/generated/client.ts'
import { Suspense, useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useQueryClient } from '@tanstack/react-query'
import { FormSection } from '../../../app/kit/forms/form-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { MessageBox } from '../../../ui/message-box.tsx'
import { QueryTabs } from '../../../ui/query-tabs.tsx'
import { useCompute } from '../../../kinds/instance/use-compute.ts'
import { fittingSize, leastGib } from '../../../kinds/disk/source-size.ts'
import { Bound } from '../../../app/kit/forms/bound.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { NameField } from '../../../ui/fields/text-field.tsx'
import { BlockSizeField, ReadOnlyField } from '../../../kinds/disk/disk-fields.tsx'
import { useWritableSize } from '../../../kinds/disk/use-writable-size.ts'
import { makeStale } from '../../../api/operate.ts'
import { apiQuery } from '../../../api/queries.ts'
import { BootSourceField, type BootSources, useBootDefaults } from './boot-source.tsx'
import { type BootSource, type InstanceValues, nameOfDisk } from './values.ts'
import { bootSizeProblem, MAX_BOOT_GIB } from './rules.ts'

const TABS = [
  { id: 'silo', label: 'Silo images' },
  { id: 'project', label: 'Project images' },
  { id: 'snapshot', label: 'Snapshots' },
  { id: 'disk', label: 'Existing disks' },
  { id: 'blank', label: 'Blank disk' },
] as const

const ImageUpload = lazyPart(async () => ({
  default: (await import('../../../kinds/image-upload/image-upload.tsx')).ImageUpload,
}))

const FIRMWARE = {
  bios: 'Instances boot by BIOS here, so the boot disk must support it.',
  uefi: 'Instances boot by UEFI here, so the boot disk must support it.',
} as const

type BootDiskProps = { form: UseFormReturn<InstanceValues>; project: string; sources: BootSources }

/** The boot disk of the instance. Each tab keeps its own selection. */
export function BootDisk({ form, project, sources }: BootDiskProps) {
  const { control, setValue, getValues } = form
  const source = useWatch({ control, name: 'bootSource' })
  const firmware = useCompute()?.firmware

  const [uploading, setUploading] = useState(false)
  const upload = (
    <Button variant="secondary" size="sm" changes onPress={() => setUploading(true)}>
      Upload an image
    </Button>
  )

  const hasChosen = useRef(false)
  useBootDefaults(form, sources, hasChosen)

  const fit = () => {
    const values = getValues()
    const gib = fittingSize(values.bootSize, sources.chosen(values), values.readOnly)
    if (gib !== values.bootSize) setValue('bootSize', gib)
    if (form.formState.isSubmitted) void form.trigger('bootSize')
  }
  const content = (
    <div className="flex flex-col gap-4">
      <BootSourceField form={form} sources={sources} upload={upload} onChosen={fit} />
      <BootDiskFields form={form} sources={sources} onFit={fit} />
    </div>
  )
  return (
    <FormSection title="Boot disk" description={firmware && FIRMWARE[firmware]}>
      {sources.hasNothing && (
        <MessageBox variant="notice">
          <p>
            There are no images, snapshots or free disks to boot from. Upload an image, or create an instance
            with a blank disk.
          </p>
          <div className="mt-2">{upload}</div>
        </MessageBox>
      )}
      <QueryTabs
        hasControls
        label="Boot disk"
        selected={source}
        onSelect={(next) => {
          hasChosen.current = true
          setValue('bootSource', next, { shouldDirty: true })
          fit()
        }}
        tabs={TABS.map((tab) => ({ ...tab, content }))}
      />
      {uploading && (
        <Suspense fallback={null}>
          <UploadImage form={form} project={project} onClose={() => setUploading(false)} />
        </Suspense>
      )}
    </FormSection>
  )
}

type BootDiskFieldsProps = {
  form: UseFormReturn<InstanceValues>
  sources: BootSources
  /** Fits the size to the source. */
  onFit: () => void
}

/** Size, block size, name and read-only of the boot disk, as far as its source leaves them open. */
function BootDiskFields({ form, sources, onFit }: BootDiskFieldsProps) {
  const { control, setValue, getValues } = form
  const [source, readOnly, siloImage, projectImage, bootSnapshot] = useWatch({
    control,
    name: ['bootSource', 'readOnly', 'siloImage', 'projectImage', 'bootSnapshot'],
  })
  const least = leastGib(sources.chosen({ bootSource: source, siloImage, projectImage, bootSnapshot }))
  const keepSize = useWritableSize({
    get: () => getValues('bootSize'),
    set: (gib) => setValue('bootSize', gib),
  })
  const isTaken = (name: string) =>
    sources.disks?.some((disk) => disk.name === name) ||
    getValues('disks').some((disk) => nameOfDisk(disk) === name)

  return (
    <>
      {source !== 'disk' && (
        <Bound
          control={control}
          name="bootSize"
          problem={(gib, values) => bootSizeProblem(gib, sources.chosen(values), isReadOnly(values))}
        >
          {(field) => (
            <NumberField
              {...field}
              label="Disk size (GiB)"
              minValue={least}
              maxValue={MAX_BOOT_GIB}
              required
            />
          )}
        </Bound>
      )}
      {source === 'blank' && (
        <Bound control={control} name="bootBlockSize">
          {(field) => <BlockSizeField {...field} />}
        </Bound>
      )}
      {source !== 'disk' && (
        <Bound
          control={control}
          name="bootName"
          problem={(name, { bootSource }) =>
            name && bootSource !== 'disk'
              ? (nameProblem(name) ?? (isTaken(name) ? 'Name is already in use' : null))
              : null
          }
        >
          {(field) => (
            <NameField {...field} label="Disk name" optional hint="Leave blank to generate a name" />
          )}
        </Bound>
      )}
      {hasSource(source) && (
        <Bound control={control} name="readOnly">
          {(field) => (
            <ReadOnlyField
              {...field}
              hint={readOnly && 'The disk is exactly as large as its source, and nothing can write to it.'}
              onChange={(next) => {
                field.onChange(next)
                keepSize(next)
                onFit()
              }}
            />
          )}
        </Bound>
      )}
    </>
  )
}

const hasSource = (source: BootSource): boolean =>
  source === 'silo' || source === 'project' || source === 'snapshot'

const isReadOnly = ({ bootSource, readOnly }: InstanceValues): boolean => hasSource(bootSource) && readOnly

type UploadImageProps = {
  form: UseFormReturn<InstanceValues>
  project: string
  onClose: () => void
}

/** The panel that makes an image without leaving the form, which then boots from it. */
function UploadImage({ form, project, onClose }: UploadImageProps) {
  const client = useQueryClient()
  const choose = async (image: string) => {
    const query = isUuid(image) ? {} : { project }
    const { id, size } = await client.fetchQuery(apiQuery(imageView, { path: { image }, query }))
    await makeStale(client, ['project-image'])
    form.setValue('bootSource', 'project', { shouldDirty: true })
    form.setValue('projectImage', id, { shouldDirty: true, shouldValidate: true })
    const { bootSize, readOnly } = form.getValues()
    form.setValue('bootSize', fittingSize(bootSize, { size }, readOnly))
    onClose()
  }
  return (
    <ImageUpload project={project} onDismiss={onClose} onMade={choose}>
      <MessageBox variant="info">
        The image is added to the project, even if you don't create this instance.
      </MessageBox>
    </ImageUpload>
  )
}
