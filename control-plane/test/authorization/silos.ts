import { row, type Rows } from './rows.ts'

const wholeTime = {
  path: { metricName: 'cpus_provisioned' },
  query: { start_time: '2026-01-01T00:00:00Z', end_time: '2099-01-01T00:00:00Z' },
}

/** Silos, their quotas, and the projects in them. */
export const siloRows = {
  utilizationView: row('signedIn'),
  siloMetric: row('signedIn', () => wholeTime),
  systemMetric: row('fleetRead', () => wholeTime),
  siloList: row('fleetRead'),
  siloView: row('silo', ({ of }) => ({ path: { silo: of('silo') } })),
  siloCreate: row('fleetCollaborator', () => ({
    body: {
      name: `s-${crypto.randomUUID().slice(0, 8)}`,
      description: '',
      discoverable: true,
      identity_mode: 'local_only',
      quotas: { cpus: 0, memory: 0, storage: 0 },
      tls_certificates: [],
    },
  })),
  siloDelete: row('siloOfOperators', ({ of }) => ({ path: { silo: of('silo') } })),
  siloDeletionPlan: row('fleetAdmin', ({ of }) => ({ path: { silo: of('silo') } })),
  siloDeleteWithContents: row('fleetAdmin', ({ of }) => ({
    path: { silo: of('silo') },
    body: { name: 'another-name' },
  })),
  siloQuotasView: row('silo', ({ of }) => ({ path: { silo: of('silo') } })),
  siloQuotasUpdate: row('siloQuotas', ({ of }) => ({ path: { silo: of('silo') }, body: {} })),
  systemQuotasList: row('fleetRead'),
  siloUtilizationList: row('fleetRead'),
  siloUtilizationView: row('silo', ({ of }) => ({ path: { silo: of('silo') } })),
  certificateList: row('siloIdentities', ({ of }) => ({ query: { silo: of('silo') } })),
  certificateCreate: row('siloIdentities', ({ of }) => ({
    query: { silo: of('silo') },
    body: { name: 'never', description: '', service: 'external_api', cert: '', key: '' },
  })),
  certificateView: row('siloCertificate', ({ of, inSilo: query }) => ({
    path: { certificate: of('certificate') },
    query,
  })),
  certificateDelete: row('siloCertificate', ({ of, inSilo: query }) => ({
    path: { certificate: of('certificate') },
    query,
  })),
  projectList: row('someProjects'),
  projectCreate: row('siloCreate', () => ({
    body: { name: `p-${crypto.randomUUID().slice(0, 8)}`, description: '' },
  })),
  projectUpdate: { rule: 'projectAdmin' },
  projectDelete: { rule: 'projectAdmin' },
  projectDeletionPlan: { rule: 'projectAdmin' },
  projectDeleteWithContents: { rule: 'projectAdmin', body: { name: 'another-name' } },
} satisfies Rows
