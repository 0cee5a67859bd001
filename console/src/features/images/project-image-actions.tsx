import { diskSourceReason } from '@granary/domain/snapshot-states.ts'
import { useQueryClient } from '@tanstack/react-query'
import { pathTo } from '../../app/paths.ts'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import type { Image } from './columns.tsx'
import { deleteEntry } from './delete-image.ts'

type ProjectImageActionsProps = {
  image: Image
  project: string
  /** Why promotion is disabled, or null. */
  promoteReason: string | null
  onPromote: () => void
}

/** The row menu of a project's image. Disabled entries give the reason. */
export function ProjectImageActions({ image, project, promoteReason, onPromote }: ProjectImageActionsProps) {
  const queryClient = useQueryClient()
  return (
    <ActionsMenu
      id={image.id}
      entries={[
        {
          label: 'Create disk',
          disabledReason: diskSourceReason('images', image.state ?? 'ready'),
          href: pathTo('/projects/$project/images/$image/disks-new', { project, image: image.name }),
        },
        { label: 'Promote', disabledReason: promoteReason, onAction: onPromote },
        deleteEntry(queryClient, image),
      ]}
    />
  )
}
