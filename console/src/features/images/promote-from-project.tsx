import { imageList, imagePromote, projectList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { messageOf } from '../../api/errors.ts'
import { allQuery } from '../../api/queries.ts'
import { Bound, required } from '../../app/kit/forms/bound.tsx'
import { FormDialog } from '../../app/kit/forms/form-dialog.tsx'
import { useOperation } from '../../api/operate.ts'
import { Combobox } from '../../ui/fields/combobox.tsx'
import { Listbox } from '../../ui/fields/listbox.tsx'
import { saidOf } from '../../ui/toast/said.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { imageOption } from '../../kinds/disk/use-sources.ts'
import { PromoteNote } from './promote.tsx'

type Values = { project: string | null; image: string | null }

/** Chooses an image of any project and promotes it to the silo. */
export default function PromoteFromProject({ onClose }: { onClose: () => void }) {
  const promote = useOperation(imagePromote)
  const form = useForm<Values>({ defaultValues: { project: null, image: null } })
  const project = form.watch('project')
  const projects = useQuery({ ...allQuery(projectList, {}), throwOnError: false }).data
  const images = useQuery({
    ...allQuery(imageList, { query: { project: project ?? '' } }),
    enabled: project !== null,
    throwOnError: false,
  }).data
  return (
    <FormDialog
      form={form}
      title="Promote image"
      submitLabel="Promote"
      onDismiss={onClose}
      onSubmit={async ({ image }) => {
        try {
          const { name } = await promote({ path: { image: image! } })
          saidOf('Image', name, 'promoted')
        } catch (error) {
          addToast({ variant: 'error', title: 'Error', content: messageOf(error) })
          throw error
        }
        onClose()
      }}
    >
      <Bound control={form.control} name="project" problem={required('Project')}>
        {(field) => (
          <Combobox
            {...field}
            label="Project"
            placeholder="Select a project"
            required
            isLoading={!projects}
            items={(projects ?? []).map(({ name }) => ({ value: name, label: name }))}
            onChange={(next) => {
              field.onChange(next)
              form.setValue('image', null)
            }}
          />
        )}
      </Bound>
      <Bound control={form.control} name="image" problem={required('Image')}>
        {(field) => (
          <Listbox
            {...field}
            label="Image"
            placeholder="Select an image"
            noItems={project === null ? 'Select an image' : 'No items'}
            required
            isDisabled={field.isDisabled || project === null}
            isLoading={project !== null && !images}
            items={(project === null ? [] : (images ?? [])).map(imageOption)}
          />
        )}
      </Bound>
      <PromoteNote />
    </FormDialog>
  )
}
