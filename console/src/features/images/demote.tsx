import { imageDemote, projectList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { messageOf } from '../../api/errors.ts'
import { allQuery } from '../../api/queries.ts'
import { Bound, required } from '../../app/kit/forms/bound.tsx'
import { FormDialog } from '../../app/kit/forms/form-dialog.tsx'
import { pathTo } from '../../app/paths.ts'
import { useOperation } from '../../api/operate.ts'
import { Combobox } from '../../ui/fields/combobox.tsx'
import { MessageBox } from '../../ui/message-box.tsx'
import { saidOf } from '../../ui/toast/said.tsx'
import { addToast } from '../../ui/toast/toast-store.ts'
import { Highlight } from '../../ui/toast/toasts.tsx'
import type { Image } from './columns.tsx'

/** Demotes an image of the silo to a project. */
export default function DemoteDialog({ image, onClose }: { image: Image; onClose: () => void }) {
  const demoteImage = useOperation(imageDemote)
  const form = useForm({ defaultValues: { project: null as string | null } })
  const projects = useQuery({ ...allQuery(projectList, {}), throwOnError: false }).data
  return (
    <FormDialog
      form={form}
      title="Demote image"
      submitLabel="Demote"
      onDismiss={onClose}
      onSubmit={async ({ project }) => {
        try {
          await demoteImage({ path: { image: image.id }, query: { project: project! } })
          saidOf('Image', image.name, 'demoted', {
            link: {
              text: `View images in ${project!}`,
              href: pathTo('/projects/$project/images', { project: project! }),
            },
          })
        } catch (error) {
          addToast({ variant: 'error', title: 'Error', content: messageOf(error) })
          throw error
        }
        onClose()
      }}
    >
      <p>
        Demoting: <Highlight>{image.name}</Highlight>
      </p>
      <MessageBox variant="info">
        Once demoted, only the chosen project can use the image. Disks made from it stay as they are.
      </MessageBox>
      <Bound control={form.control} name="project" problem={required('Project')}>
        {(field) => (
          <Combobox
            {...field}
            label="Project"
            placeholder="Select project for image"
            required
            isLoading={!projects}
            items={(projects ?? []).map(({ name }) => ({ value: name, label: name }))}
          />
        )}
      </Bound>
    </FormDialog>
  )
}
