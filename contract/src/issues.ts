import { z } from 'zod'
import { decidedInside, onFleet, signedIn } from './needs.ts'
import { del, family, get, put } from './operation.ts'
import { Timestamp, Uuid } from './scalars.ts'

/** The kinds of issues, the worst first. */
export const ISSUE_CHECKS = [
  'instance-failed',
  'instance-waiting',
  'group-cannot-place',
  'update-suspended',
  'update-waiting',
  'sled-not-in-service',
  'network-gap',
  'certificate-expiring',
  'quota-nearly-full',
  'ip-pool-nearly-full',
  'subnet-pool-nearly-full',
  'group-without-spare-sled',
  'firewall-rule-unused',
  'upload-unfinished',
  'disk-unattached',
  'floating-ip-unused',
] as const
const Check = z.enum(ISSUE_CHECKS)

/** Issues of one check in an answer. */
export const MAX_ISSUES = 100

const Issue = z
  .object({
    id: z.string().meta({ description: 'Identifies the issue: the check and the resource' }),
    check: Check.meta({ description: 'The kind of issue' }),
    severity: z.enum(['error', 'warning', 'hint']).meta({
      description: 'error: something does not work. warning: it soon may not. hint: it costs for nothing.',
    }),
    message: z.string().meta({ description: 'The issue in a sentence' }),
    resourceKind: z
      .enum([
        'instance',
        'disk',
        'floating-ip',
        'vpc',
        'vpc-firewall-rule',
        'anti-affinity-group',
        'affinity-group',
        'certificate',
        'silo',
        'ip-pool',
        'subnet-pool',
        'sled',
        'target-release',
      ])
      .meta({ description: 'Kind of the resource that has the issue' }),
    resourceId: Uuid.meta({ description: 'ID of the resource' }),
    resourceName: z.string().meta({ description: 'Name of the resource' }),
    parentName: z
      .string()
      .nullable()
      .meta({ description: 'Name of the VPC of a firewall rule; null for others' }),
    projectName: z.string().nullable().meta({ description: 'Its project; null outside of projects' }),
    siloName: z.string().nullable().meta({ description: 'Its silo; null for the fleet' }),
    snoozedUntil: Timestamp.nullable().meta({ description: 'Until when you have snoozed it' }),
  })
  .meta({ id: 'Issue' })

const Issues = z
  .object({
    items: z
      .array(Issue)
      .meta({ description: `Issues by check, at most ${MAX_ISSUES} of each, the worst checks first` }),
    capped: z.array(Check).meta({
      description: 'Checks that have found more, or have left something unchecked because it takes too long',
    }),
    snoozed: z.int().meta({ description: 'How many of the found issues you have snoozed' }),
  })
  .meta({ id: 'Issues' })

const IssueCount = z
  .object({
    count: z.int().min(0).meta({ description: 'Issues that you have not snoozed' }),
    isCapped: z.boolean().meta({ description: 'Whether there are more than counted' }),
  })
  .meta({ id: 'IssueCount' })

const query = {
  includeSnoozed: z
    .boolean()
    .optional()
    .meta({ description: 'Whether to list snoozed issues too, which are left out by default' }),
}
const columns = ['severity', 'message', 'projectName', 'siloName', 'snoozedUntil', 'id'] as const
const params = {
  issue: z
    .string()
    .max(100)
    .regex(/^[a-z-]+:[\da-f-]{36}$/)
    .meta({ description: 'The `id` of the issue' }),
}

/** Issues that need attention. */
export const issues = family('experimental', {
  issueList: get('/experimental/v1/issues', {
    summary: 'List issues of the silo',
    description:
      'Lists what needs attention in the projects that you can see, and in your silo. You can snooze an issue that you know about.',
    needs: decidedInside('Lists only issues of what you can read.'),
    shows: [
      'instance',
      'disk',
      'floating-ip',
      'vpc-firewall-rule',
      'anti-affinity-group',
      'affinity-group',
      'certificate',
      'silo-quotas',
      'project',
    ],
    columns: [...columns],
    query,
    response: Issues,
  }),
  systemIssueList: get('/experimental/v1/system/issues', {
    summary: 'List issues of the fleet',
    description:
      'Lists what needs attention in the fleet: sleds, pools, and the quotas and certificates of all silos. Resources in projects are only counted for each silo.',
    needs: onFleet('list_contents'),
    shows: [
      'ip-pool',
      'ip-pool-range',
      'subnet-pool',
      'subnet-pool-member',
      'certificate',
      'silo-quotas',
      'silo',
      'sled',
      'system-update',
    ],
    columns: [...columns],
    query,
    response: Issues,
  }),
  issueCount: get('/experimental/v1/issue-count', {
    summary: 'Count issues of the silo',
    description:
      'Counts what the list of the issues of the silo has. The server keeps a count for at least 30 seconds, so it costs little.',
    needs: decidedInside('Counts only issues of what you can read.'),
    // Read again from time to time instead: most changes of instances change no issue.
    shows: [],
    response: IssueCount,
  }),
  systemIssueCount: get('/experimental/v1/system/issue-count', {
    summary: 'Count issues of the fleet',
    description:
      'Counts what the list of the issues of the fleet has. The server keeps a count for at least 30 seconds, so it costs little.',
    needs: onFleet('list_contents'),
    shows: [],
    response: IssueCount,
  }),
  issueSnooze: put('/experimental/v1/issue-snoozes/{issue}', {
    summary: 'Snooze an issue',
    description:
      'Leaves an issue out of your lists until a time, at most a year ahead. Other users still see it.',
    needs: signedIn,
    changes: [],
    params,
    body: z
      .object({ until: Timestamp.meta({ description: 'When the issue appears again' }) })
      .meta({ id: 'IssueSnooze' }),
  }),
  issueWake: del('/experimental/v1/issue-snoozes/{issue}', {
    summary: 'End the snooze of an issue',
    description: 'The issue is in your lists again.',
    needs: signedIn,
    changes: [],
    params,
  }),
})
