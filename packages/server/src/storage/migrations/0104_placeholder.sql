-- needs: 0000
SELECT 1;
