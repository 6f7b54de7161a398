import { documents, QUICK_START } from './document.ts';
import { followDocuments } from './follow-documents.ts';

followDocuments(documents.filter((file) => !QUICK_START.includes(file)));
