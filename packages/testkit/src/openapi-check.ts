export {
  createOpenApiCheck,
  type OpenApiCheck,
  openApiCheckFor,
  resolveReferences,
} from 'ringbinder-conformance/openapi.ts';
