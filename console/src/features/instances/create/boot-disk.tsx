import { diskList } from '@granary/contract/generated/client.ts'
import { diskActionAllowed } from '@granary/domain/disk-states.ts'
import { nameProblem } from '@granary/domain/names.ts'
import { autoDiskSize, GiB, MAX_DISK_SIZE } from '@granary/domain/sizes.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ALL, apiQuery } from '../../../api/queries.ts'
import { Bound, required } from '../../../app/kit/bound.tsx'
import { FormSection } from '../../../app/kit/form-page.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Combobox } from '../../../ui/fields/combobox.tsx'
import { FieldError } from '../../../ui/fields/field.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { NameField } from '../../../ui/fields/text-field.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { QueryTabs } from '../../../ui/query-tabs.tsx'
import { imageLine, useImages } from '../../disks/use-sources.ts'
import type { BootSource, InstanceValues } from './values.ts'

const MAX_GIB = MAX_DISK_SIZE / GiB
const TABS = [
  { id: 'silo', label: 'Silo images' },
  { id: 'project', label: 'Project images' },
  { id: 'disk', label: 'Existing disks' },
  { id: 'blank', label: 'Blank disk' },
] as const

/** What the instance boots from. Each choice keeps what was chosen in it. */
export function BootDisk({ form, project }: { form: UseFormReturn<InstanceValues>; project: string }) {
  const { control, watch, setValue, getValues } = form
  const source = watch('bootSource')
  const images = useImages(project)
  const disks = useQuery({ ...apiQuery(diskList, { query: { project, limit: ALL } }), throwOnError: false })
    .data?.items
  const free = (disks ?? []).filter((disk) => diskActionAllowed('attach', disk.state.state))
  const imagesOf = (kind: BootSource) =>
    (images ?? []).filter((image) => (kind === 'project') === (image.projectId !== null))

  // Once, when it is known what there is: the first choice that has something to offer.
  const decided = useRef(false)
  useEffect(() => {
    if (decided.current || !images || !disks) return
    decided.current = true
    const first = imagesOf('silo').length
      ? 'silo'
      : imagesOf('project').length
        ? 'project'
        : free.length
          ? 'disk'
          : 'blank'
    setValue('bootSource', first)
  })

  const minimum = (): number => {
    const { bootSource, siloImage, projectImage } = getValues()
    const id = bootSource === 'silo' ? siloImage : bootSource === 'project' ? projectImage : null
    const image = images?.find((one) => one.id === id)
    return image ? Math.ceil(image.size / GiB) : 1
  }
  const grow = () => {
    const wanted = minimum() > 1 ? autoDiskSize(minimum() * GiB) : 0
    if (wanted > (getValues('bootSize') ?? 0)) setValue('bootSize', wanted)
  }
  const sizeProblem = (gib: number | null): string | null => {
    if (gib === null) return 'Disk size is required'
    const least = minimum()
    if (gib < least)
      return least === 1 ? 'Must be at least 1 GiB' : `Must be at least ${least} GiB, the size of the image`
    return gib > MAX_GIB ? `Can be at most ${MAX_GIB} GiB` : null
  }
  const taken = (name: string) =>
    disks?.some((disk) => disk.name === name) ||
    getValues('disks').some((disk) => disk.type === 'create' && disk.body.name === name)

  const content = (
    <div className="flex flex-col gap-4">
      {(source === 'silo' || source === 'project') && (
        <ImageField
          key={source}
          form={form}
          source={source}
          images={images && imagesOf(source)}
          onChosen={grow}
        />
      )}
      {source === 'disk' && (
        <Bound control={control} name="bootDisk" problem={required('Disk')}>
          {(field) =>
            disks && free.length === 0 ? (
              <NothingToChoose
                error={field.error}
                focus={field.ref}
                title="No detached disks found"
                body="Only detached disks can be used as a boot disk"
              />
            ) : (
              <Combobox
                {...field}
                label="Disk"
                hint="Disks that are not attached to an instance"
                placeholder="Select a disk"
                isLoading={!disks}
                items={free.map((disk) => ({ value: disk.name, label: disk.name }))}
                required
              />
            )
          }
        </Bound>
      )}
      {source !== 'disk' && (
        <>
          <Bound control={control} name="bootSize" problem={sizeProblem}>
            {(field) => (
              <NumberField {...field} label="Disk size (GiB)" minValue={1} maxValue={MAX_GIB} required />
            )}
          </Bound>
          <Bound
            control={control}
            name="bootName"
            problem={(name) =>
              name ? (nameProblem(name) ?? (taken(name) ? 'Name is already in use' : null)) : null
            }
          >
            {(field) => (
              <NameField
                {...field}
                label="Disk name"
                optional
                hint="A name is made up when this is left blank"
              />
            )}
          </Bound>
        </>
      )}
      {(source === 'silo' || source === 'project') && (
        <Bound control={control} name="readOnly">
          {({ value, onChange, isDisabled }) => (
            <Checkbox isSelected={value} onChange={onChange} isDisabled={isDisabled}>
              Make disk read-only
            </Checkbox>
          )}
        </Bound>
      )}
    </div>
  )
  return (
    <FormSection title="Boot disk">
      <QueryTabs
        label="Boot disk"
        selected={source}
        onSelect={(next) => {
          setValue('bootSource', next, { shouldDirty: true })
          grow()
        }}
        tabs={TABS.map((tab) => ({ ...tab, content }))}
      />
    </FormSection>
  )
}

type ImageFieldProps = {
  form: UseFormReturn<InstanceValues>
  source: 'silo' | 'project'
  images: ReturnType<typeof useImages>
  onChosen: () => void
}

function ImageField({ form, source, images, onChosen }: ImageFieldProps) {
  const nothing =
    source === 'silo'
      ? { title: 'No silo images found', body: 'Promote a project image to see it here' }
      : { title: 'No project images found', body: 'Upload an image to see it here' }
  return (
    <Bound
      control={form.control}
      name={source === 'silo' ? 'siloImage' : 'projectImage'}
      problem={required('Image')}
    >
      {(field) =>
        images?.length === 0 ? (
          <NothingToChoose error={field.error} focus={field.ref} {...nothing} />
        ) : (
          <Combobox
            {...field}
            label="Image"
            placeholder={`Select a ${source} image`}
            isLoading={!images}
            items={(images ?? []).map((image) => ({
              value: image.id,
              label: image.name,
              description: imageLine(image),
            }))}
            onChange={(id) => {
              field.onChange(id)
              onChosen()
            }}
            required
          />
        )
      }
    </Bound>
  )
}

type NothingToChooseProps = {
  error: string | undefined
  /** Takes what gets the focus when the choice is missed. */
  focus: (element: HTMLElement | null) => void
  title: string
  body: string
}

/** Stands where a choice would be, so that the form is not sent without one. */
function NothingToChoose({ error, focus, title, body }: NothingToChooseProps) {
  const id = useId()
  return (
    <div ref={focus} tabIndex={-1} aria-describedby={id}>
      <EmptyState title={title} body={body} />
      <FieldError id={id} error={error} />
    </div>
  )
}
