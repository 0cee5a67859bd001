import { diskCreate } from '@granary/contract/generated/client.ts'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pathTo } from '../../app/paths.ts'
import { useOperation } from '../../api/operate.ts'
import { saidOf } from '../../ui/toast/said.tsx'
import { DiskForm } from './disk-form.tsx'
import type { DiskValues } from './disk-values.ts'

type CreateDiskProps = {
  project: string
  /** The list below the panel, which it returns to. */
  list: 'disks' | 'snapshots' | 'images'
  initial?: DiskValues
  /** Shown above the fields. */
  notice?: ReactNode
}

/** The panel that creates a disk, over one of the lists of a project. */
export function CreateDisk({ project, list, initial, notice }: CreateDiskProps) {
  const navigate = useNavigate()
  const createDisk = useOperation(diskCreate)
  const toList = () => navigate({ to: `/projects/$project/${list}`, params: { project } })
  const link = { text: 'View disks', href: pathTo('/projects/$project/disks', { project }) }
  return (
    <DiskForm
      project={project}
      initial={initial}
      notice={notice}
      onDismiss={() => void toList()}
      onSubmit={async (body) => {
        const disk = await createDisk({ query: { project }, body })
        saidOf('Disk', disk.name, 'created', list === 'disks' ? {} : { link })
        await toList()
      }}
    />
  )
}
