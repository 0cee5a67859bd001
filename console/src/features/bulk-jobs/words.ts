import type { BulkOperationName } from '@granary/contract/bulk-jobs.ts'

/** Titles of bulk jobs. */
export const JOB_WORDS: Record<BulkOperationName, string> = {
  instance_start: 'Start instances',
  instance_stop: 'Stop instances',
  instance_reboot: 'Reboot instances',
  instance_resize: 'Resize instances',
  instance_delete: 'Delete instances',
  instance_delete_with_disks: 'Delete instances with their disks',
  disk_delete: 'Delete disks',
  disk_snapshot: 'Snapshot disks',
  disk_detach: 'Detach disks',
  snapshot_delete: 'Delete snapshots',
  image_delete: 'Delete images',
  image_promote: 'Promote images',
  image_demote: 'Demote images',
  affinity_group_delete: 'Delete affinity groups',
  anti_affinity_group_delete: 'Delete anti-affinity groups',
  any_affinity_group_delete: 'Delete affinity groups',
  affinity_group_member_delete: 'Remove from affinity group',
  anti_affinity_group_member_delete: 'Remove from anti-affinity group',
  floating_ip_detach: 'Detach floating IPs',
  floating_ip_delete: 'Delete floating IPs',
  tag_update: 'Edit tags',
  project_delete_with_contents: 'Delete project with everything in it',
  silo_delete_with_contents: 'Delete silo with everything in it',
}
